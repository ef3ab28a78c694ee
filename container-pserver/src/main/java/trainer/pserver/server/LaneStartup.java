package trainer.pserver.server;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.pserver.lane.Lane;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.snapshot.CheckpointParts;

/**
 * The start of all lanes with fresh replicas, which are empty or loaded from a checkpoint. A load
 * takes a while: until it ends, the lanes have no replicas and keep their orders.
 *
 * <pre>
 *   idle, begun ──┬─ without a checkpoint ──────────────→ begun
 *                 └─ with a checkpoint ──→ loading ──┬──→ begun
 *                                                    └──→ idle: the load failed
 * </pre>
 *
 * <p>The next start voids a load in progress. Starts arrive on one thread.
 */
final class LaneStartup {
  private static final Logger LOG = LoggerFactory.getLogger(LaneStartup.class);

  private final List<Lane> lanes;
  private final ReplicaFactory factory;
  private final CheckpointParts parts;
  private final Executor loader;
  private final Consumer<FromMember> send;
  private final Object lock = new Object();

  /** The line whose checkpoint is being loaded, 0 if none; guarded by {@link #lock}. */
  private long loading;

  private volatile boolean begun;

  /**
   * @param loader one thread, which may wait for a storage
   * @param send takes messages to the master, on any thread
   */
  LaneStartup(
      List<Lane> lanes,
      ReplicaFactory factory,
      CheckpointParts parts,
      Executor loader,
      Consumer<FromMember> send) {
    this.lanes = lanes;
    this.factory = factory;
    this.parts = parts;
    this.loader = loader;
    this.send = send;
  }

  /** Whether the lanes have begun, even if they are loading now. */
  boolean hasBegun() {
    return begun;
  }

  /** Whether the lanes have no replicas now. */
  boolean holdsNothing() {
    synchronized (lock) {
      return !begun || loading > 0;
    }
  }

  /**
   * Begins all lanes with empty replicas.
   *
   * @param held the partitions that each lane holds
   */
  void begin(IntFunction<int[]> held) {
    List<LaneReplicas> fresh = fresh(held);
    synchronized (lock) {
      loading = 0;
      begin(fresh);
    }
    begun = true;
  }

  /**
   * Begins all lanes with the replicas of a line: empty, or loaded from its checkpoint.
   *
   * @param held the partitions that each lane holds
   */
  void begin(ToMember.NewLine line, IntFunction<int[]> held) {
    if (line.checkpoint().isEmpty()) {
      begin(held);
      return;
    }
    List<LaneReplicas> fresh = fresh(held);
    begun = true;
    synchronized (lock) {
      loading = line.line().number();
      lanes.forEach(Lane::empty);
    }
    loader.execute(() -> load(line, fresh));
  }

  private List<LaneReplicas> fresh(IntFunction<int[]> held) {
    return lanes.stream()
        .map(lane -> factory.create(lane.number(), held.apply(lane.number())))
        .toList();
  }

  private void begin(List<LaneReplicas> fresh) {
    lanes.forEach(lane -> lane.begin(fresh.get(lane.number())));
  }

  private void load(ToMember.NewLine line, List<LaneReplicas> fresh) {
    LOG.info("loading version {} from {}", line.base(), line.checkpoint());
    Failpoint.hit("pserver.duringLoad");
    try {
      parts.load(line.checkpoint(), line.base().number(), fresh);
    } catch (IOException | RuntimeException e) {
      LOG.error("version {} cannot be loaded", line.base(), e);
      endLoad(line.line(), () -> begun = false);
      send.accept(new FromPserver.NotLoaded(line.line(), damage(e, line.checkpoint())));
      return;
    }
    endLoad(line.line(), () -> begin(fresh));
  }

  /** Ends the load of a line, unless a later start has voided it. */
  private void endLoad(Line line, Runnable action) {
    synchronized (lock) {
      if (loading == line.number()) {
        loading = 0;
        action.run();
      }
    }
  }

  private static Failure damage(Exception e, String folder) {
    return e instanceof FailureException known
        ? known.failure()
        : new Failure(
            FailureKind.STORAGE_FAILED,
            "it cannot be read: " + e,
            folder,
            "check the file system's health");
  }
}
