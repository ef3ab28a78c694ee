package trainer.pserver.server;

import java.util.List;
import java.util.function.Consumer;
import trainer.core.failure.Failpoint;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.pserver.lane.LaneBarrier;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;

/**
 * The factory of the replicas of each lane. A version that is complete in every lane is reported to
 * the master once.
 */
final class ReplicaFactory {
  private final List<Table> tables;
  private final boolean exposure;
  private final boolean digested;
  private final MemoryBudget room;
  private final LaneBarrier barrier;
  private final Consumer<FromMember> send;

  /**
   * @param exposure {@code trainer.bsp.exposure}
   * @param digested whether other pservers hold the same partitions
   * @param room the memory that the replicas may grow into
   * @param lanes the number of lanes
   * @param send takes messages to the master, on any thread
   */
  ReplicaFactory(
      List<Table> tables,
      boolean exposure,
      boolean digested,
      MemoryBudget room,
      int lanes,
      Consumer<FromMember> send) {
    this.tables = tables;
    this.exposure = exposure;
    this.digested = digested;
    this.room = room;
    this.barrier = new LaneBarrier(lanes);
    this.send = send;
  }

  /** Creates replicas without rows. */
  LaneReplicas create(int lane, int[] partitions) {
    return new LaneReplicas(
        tables,
        partitions,
        exposure,
        digested,
        room,
        (line, version, metrics, digests) ->
            complete(
                lane,
                new FromPserver.Complete(new Line(line), new Version(version), metrics, digests)),
        System::nanoTime);
  }

  private void complete(int lane, FromPserver.Complete ofLane) {
    Failpoint.hit("pserver.afterComplete");
    FromPserver.Complete complete = barrier.complete(lane, ofLane);
    if (complete != null) {
      send.accept(complete);
    }
  }
}
