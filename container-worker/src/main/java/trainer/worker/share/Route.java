package trainer.worker.share;

import trainer.core.math.EqualSums;

/**
 * What of a key list one lane holds, all of which is pushed to it, and what is pulled from it: of
 * what several lanes hold each part is pulled from one of them. Where both are the same, one list
 * serves.
 *
 * @param served all of it in {@code held}
 */
record Route(Part held, Part served) {
  /** A part of a key list, as one lane knows it. */
  static final class Part {
    final LaneList list;

    /** Its number on every connection. */
    final long id;

    /** Whether the present connection has been told its keys. */
    boolean listed;

    /** What has been said of its sums since. */
    EqualSums equal = new EqualSums();

    Part(LaneList list, long id) {
      this.list = list;
      this.id = id;
    }
  }

  /** Whether what is pulled has a list of its own. */
  boolean servesAPart() {
    return served != held;
  }
}
