package trainer.appmaster.live;

import java.util.Locale;

/**
 * Something that happened to a job.
 *
 * @param at epoch milliseconds
 * @param text a sentence without a full stop
 */
record Event(long at, Kind kind, String text) {
  /** The kinds of events, by which the page filters. */
  enum Kind {
    /** The job entered a state, or is to stop. */
    STATE,
    /** A process came, or left as it should. */
    MEMBER,
    /** A process, a master or a disk was lost; the cost of a loss. */
    FAULT,
    /** A checkpoint was written. */
    CHECKPOINT,
    /** A node got worse or better. */
    NODE,
    /** The numbers of processes that are wanted changed. */
    SCALE,
    /** The data or the model are not as expected. */
    WARNING;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
