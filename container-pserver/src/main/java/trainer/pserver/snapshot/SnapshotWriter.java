package trainer.pserver.snapshot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.pserver.lane.Lane;
import trainer.pserver.lane.LaneAnswers;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;
import trainer.pserver.store.MemoryBudget;

/**
 * The handler of orders to write a snapshot of a version. Each lane copies its partitions between
 * messages, one after the other, and a separate thread writes them. The next order voids an older
 * one.
 *
 * <p>Orders arrive on one thread.
 */
public final class SnapshotWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriter.class);

  /** The rows that are copied at once, which takes some ten microseconds. */
  private static final int AT_ONCE = 512;

  private final List<Lane> lanes;
  private final CheckpointParts parts;
  private final MemoryBudget room;
  private final Executor writer;
  private final Consumer<FromMember> send;
  private final OfLane[] running;
  private volatile ToPserver.WriteCheckpoint current;
  private volatile ToPserver.WriteCheckpoint begun;
  private volatile FromMember answer;

  /** The parts that one lane wrote; {@code failure} is null unless it failed. */
  private record Outcome(List<PartFile> parts, long updates, Failure failure) {}

  /**
   * @param room the budget for copied rows
   * @param writer one thread, which may wait for a storage
   */
  public SnapshotWriter(
      List<Lane> lanes,
      CheckpointParts parts,
      MemoryBudget room,
      Executor writer,
      Consumer<FromMember> send) {
    this.lanes = lanes;
    this.parts = parts;
    this.room = room;
    this.writer = writer;
    this.send = send;
    this.running = new OfLane[lanes.size()];
  }

  /** Drops the snapshot in progress, because the replicas are void. */
  public void drop() {
    current = null;
  }

  public void take(ToPserver.WriteCheckpoint order) {
    if (order.equals(current)) {
      if (order.equals(begun)) {
        send.accept(new FromPserver.CheckpointBegun(order.folder()));
      }
      FromMember known = answer;
      if (known != null) {
        send.accept(known);
      }
      return;
    }
    current = order;
    answer = null;
    LaneAnswers<Outcome> answers =
        new LaneAnswers<>(lanes.size(), outcomes -> finish(order, outcomes));
    LaneAnswers<Lane> beginnings = new LaneAnswers<>(lanes.size(), all -> begun(order));
    for (Lane lane : lanes) {
      lane.order(replicas -> begin(lane, replicas, order, beginnings, answers));
    }
  }

  private void begun(ToPserver.WriteCheckpoint order) {
    begun = order;
    send.accept(new FromPserver.CheckpointBegun(order.folder()));
  }

  private void begin(
      Lane lane,
      LaneReplicas replicas,
      ToPserver.WriteCheckpoint order,
      LaneAnswers<Lane> beginnings,
      LaneAnswers<Outcome> answers) {
    List<Integer> own =
        order.partitions().stream().filter(p -> p % lanes.size() == lane.number()).toList();
    boolean there =
        replicas != null
            && replicas.isAt(order.line().number(), order.version().number())
            && own.stream().allMatch(replicas::holds);
    if (running[lane.number()] != null) {
      running[lane.number()].snapshot.abandon();
    }
    if (there) {
      OfLane one = new OfLane(lane, replicas.committed().snapshot(own), order, answers);
      running[lane.number()] = one;
      beginnings.add(lane);
      one.copyNext();
    } else {
      answers.add(new Outcome(List.of(), 0, gone(order)));
    }
  }

  /** One lane's part of a snapshot. Confined to the lane's thread, except for the writer's task. */
  private final class OfLane {
    private final Lane lane;
    private final ReplicaSnapshot snapshot;
    private final ToPserver.WriteCheckpoint order;
    private final LaneAnswers<Outcome> answers;
    private final List<PartFile> written = new ArrayList<>();

    OfLane(
        Lane lane,
        ReplicaSnapshot snapshot,
        ToPserver.WriteCheckpoint order,
        LaneAnswers<Outcome> answers) {
      this.lane = lane;
      this.snapshot = snapshot;
      this.order = order;
      this.answers = answers;
    }

    private void copyNext() {
      if (this != running[lane.number()]) {
        return;
      }
      long bytes = snapshot.nextBytes();
      if (bytes == 0 || room.hasForNow(bytes)) {
        lane.runInBackground(this::copySome);
      } else {
        snapshot.abandon();
        answers.add(new Outcome(List.of(), 0, full(order, bytes)));
      }
    }

    private boolean isVoid() {
      return !order.equals(current);
    }

    /**
     * Copies some rows.
     *
     * @return whether there is more to copy now
     */
    private boolean copySome() {
      if (isVoid()) {
        snapshot.abandon();
        return false;
      }
      if (snapshot.isOver()) {
        answers.add(new Outcome(written, snapshot.updates(), null));
        return false;
      }
      ReplicaSnapshot.Part part = snapshot.copySome(AT_ONCE);
      if (part == null) {
        return true;
      }
      Failpoint.hit("pserver.duringCut");
      writer.execute(() -> write(part));
      return false; // one partition is in memory at a time: the next follows when this one is
      // written
    }

    private void write(ReplicaSnapshot.Part part) {
      if (isVoid()) {
        lane.order(replicas -> snapshot.abandon());
        return;
      }
      try {
        PartFile file = parts.write(part, order.folder(), this::isVoid);
        lane.order(
            replicas -> {
              written.add(file);
              copyNext();
            });
      } catch (IOException | RuntimeException e) {
        LOG.warn(
            "Partition {} is not kept in {}: {}", part.partition(), order.folder(), e.toString());
        LOG.debug("Partition {}", part.partition(), e);
        lane.order(
            replicas -> {
              snapshot.abandon();
              answers.add(new Outcome(List.of(), 0, failed(e, order)));
            });
      }
    }
  }

  private void finish(ToPserver.WriteCheckpoint order, List<Outcome> outcomes) {
    List<PartFile> all = new ArrayList<>();
    FromMember result = null;
    long updates = 0;
    for (Outcome outcome : outcomes) {
      all.addAll(outcome.parts());
      updates = Math.max(updates, outcome.updates()); // lanes differ by updates in flight
      result =
          outcome.failure() == null
              ? result
              : new FromPserver.CheckpointFailed(order.folder(), outcome.failure());
    }
    if (result == null) {
      Failpoint.hit("pserver.beforeCutWritten");
      all.sort(Comparator.comparingInt(PartFile::partition));
      result = new FromPserver.CheckpointWritten(order.folder(), updates, parts.state(), all);
    }
    answer = result;
    send.accept(result);
  }

  private static Failure gone(ToPserver.WriteCheckpoint order) {
    return new Failure(
        FailureKind.MODEL_NOT_FOUND,
        "version " + order.version() + " is not there any more",
        order.folder(),
        "");
  }

  private static Failure full(ToPserver.WriteCheckpoint order, long bytes) {
    return new Failure(
        FailureKind.OUT_OF_MEMORY,
        "version "
            + order.version()
            + " is not kept: a pserver has no room for another "
            + ((bytes >> 20) + 1)
            + " MB, a partition as it is copied",
        order.folder(),
        "raise " + Keys.PSERVER_MEMORY_MB.name() + ", or have more pservers");
  }

  private static Failure failed(Exception e, ToPserver.WriteCheckpoint order) {
    return new Failure(
        FailureKind.STORAGE_FAILED,
        "version " + order.version() + " is not kept: " + e.toString().lines().findFirst().get(),
        order.folder(),
        "check the file system's health, space and quota");
  }
}
