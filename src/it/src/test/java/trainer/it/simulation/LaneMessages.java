package trainer.it.simulation;

import trainer.core.table.KeyList;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Refusal;

/** What a worker and a lane say to each other on a bulk connection. */
final class LaneMessages {
  private LaneMessages() {}

  /** From a worker. */
  sealed interface ToLane {}

  record Keys(long list, boolean train, KeyList keys) implements ToLane {}

  record Drop(long list) implements ToLane {}

  record Pull(long request, long line, long version, long list, long partitions)
      implements ToLane {}

  record Shove(Gradients header, long list, long[] sums) implements ToLane {}

  /** From a lane. */
  sealed interface FromLane {}

  record Values(long request, long line, long version, float[] values) implements FromLane {}

  record Ack(Gradients header) implements FromLane {}

  record PullRefused(long request, Refusal refusal) implements FromLane {}

  /** A pull, or a push, names a list that is not known (any more). */
  record ListUnknown(boolean push, long id, Refusal where) implements FromLane {}

  record PushRefused(Gradients header, Refusal refusal) implements FromLane {}
}
