package trainer.worker.routing;

import trainer.core.math.RepeatedSums;
import trainer.core.table.Partitions;

/**
 * What of a key list one lane is told, and what of that is pulled from it: of what several lanes
 * hold each part is pulled from one of them.
 */
public record Route(Part part, Served served) {
  /** A part of a key list, as one lane knows it. */
  public static final class Part {
    public final LaneList list;

    /** Its number on every connection. */
    public final long id;

    /** Whether the present connection has been told its keys. */
    public boolean listed;

    /** What has been said of its sums since. */
    public RepeatedSums equal = new RepeatedSums();

    Part(LaneList list, long id) {
      this.list = list;
      this.id = id;
    }
  }

  /**
   * What is pulled.
   *
   * @param partitions a bit for each partition; {@link Partitions#ALL} where it is all that the
   *     lane is told
   */
  public record Served(LaneList list, long partitions) {}

  /** Whether the same is pulled. */
  boolean servesTheSame(Route other) {
    return served.list.samePlaces(other.served.list);
  }
}
