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
    public final LaneList list;

    /** Its number on every connection. */
    public final long id;

    /** Whether its keys were sent on the present connection. */
    public boolean listed;

    /** The prediction of repeated sums in its pushes since. */
    public RepeatedSums equal = new RepeatedSums();

    Part(LaneList list, long id) {
      this.list = list;
      this.id = id;
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
