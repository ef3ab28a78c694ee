package trainer.worker.routing;

import trainer.core.math.RepeatedSums;
import trainer.core.table.Partitions;

/**
 * The part of a key list that is sent to one lane, and the part of it that is pulled from there. A
 * part that several lanes hold is pulled from one of them.
 */
public record Route(Part part, Served served) {
  /** A part of a key list, as one lane has it. */
  public static final class Part {
    private final LaneList list;

    /** Its number on every connection. */
    private final long id;

    /** The part as it was sent on the present connection; null if the lane does not have it. */
    private SentList sent;

    Part(LaneList list, long id) {
      this.list = list;
      this.id = id;
    }

    LaneList list() {
      return list;
    }

    /** Whether its keys were sent on the present connection. */
    public boolean isSent() {
      return sent != null;
    }

    /** Marks the keys as sent. The lane predicts the sums of the pushes from here on. */
    public SentList send() {
      // A new prediction, because the writer of an earlier connection may still use the old one.
      sent = new SentList(id, list, new RepeatedSums());
      return sent;
    }

    /** The part as it was sent on the present connection. */
    public SentList sent() {
      return sent;
    }

    /** Assumes that the lane does not have the keys. */
    void onLost() {
      sent = null;
    }
  }

  /**
   * The part that is pulled.
   *
   * @param partitions a bit for each partition; {@link Partitions#ALL} if it is all that the lane
   *     has
   */
  public record Served(LaneList list, long partitions) {}

  /** Whether both pull the same part. */
  boolean servesTheSame(Route other) {
    return served.list.samePlaces(other.served.list);
  }
}
