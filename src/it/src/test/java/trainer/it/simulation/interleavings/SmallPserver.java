package trainer.it.simulation.interleavings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.job.ModelSpec;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToMember;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.process.LaneMessages;
import trainer.it.simulation.scenario.FakeModel;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Gradients;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.RowList;

/** A pserver of a {@link SmallCluster}: the real core of its one lane. */
final class SmallPserver {
  private final int index;
  private final ModelSpec spec;
  private final boolean exposure;
  private final Oracle oracle;
  private final Consumer<FromMember> master;
  private LaneReplicas copies;

  SmallPserver(
      int index, ModelSpec spec, boolean exposure, Oracle oracle, Consumer<FromMember> master) {
    this.spec = spec;
    this.index = index;
    this.exposure = exposure;
    this.oracle = oracle;
    this.master = master;
  }

  void told(ToMember message) {
    if (message instanceof ToMember.NewLine line) {
      copies = copies == null ? make(line.map()) : copies;
      FromPserver.LineAccepted answer = copies.newLine(line);
      if (answer != null) {
        master.accept(answer);
      }
    } else if (message instanceof ToPserver.Seal seal) {
      master.accept(
          copies == null
              ? new FromPserver.Sealed(seal.term(), Line.NONE, Version.INITIAL, false)
              : copies.seal(seal.term(), seal.since()));
      if (copies != null) {
        copies.repeatComplete();
      }
    } else if (message instanceof ToPserver.Commit commit) {
      commit(commit);
    } else if (message instanceof ToPserver.FoldRows order) {
      copies
          .committed()
          .fold(order.line().number(), order.version().number(), FakeModel.fold(spec, order))
          .ifPresent(
              partials ->
                  master.accept(
                      new FromPserver.Folded(
                          order.line(), order.version(), order.fold(), partials)));
    } else if (message instanceof ToPserver.WriteParts write) {
      Violation.unless(
          copies.isAt(write.line().number(), write.version().number()),
          Invariant.TwoVersionsOpen,
          "" + write);
      List<PartFile> parts =
          write.partitions().stream()
              .map(
                  p ->
                      new PartFile(
                          p, "part-" + p, 0, 0, Long.toHexString(copies.committed().digest(p))))
              .toList();
      master.accept(new FromPserver.PartsWritten(write.version(), write.folder(), parts));
    }
  }

  private LaneReplicas make(PartitionMap map) {
    return new LaneReplicas(
        FakeModel.tables(),
        IntStream.range(0, map.partitions())
            .filter(partition -> map.holds(index, partition))
            .toArray(),
        exposure,
        true,
        MemoryBudget.ENDLESS,
        (line, version, metrics, digests) ->
            master.accept(
                new FromPserver.Complete(new Line(line), new Version(version), metrics, digests)),
        () -> 0);
  }

  private void commit(ToPserver.Commit message) {
    Commitment commitment = copies.commit(message.line().number(), message.version().number());
    Violation.unless(
        commitment != Commitment.NOT_COMPLETE, Invariant.InSyncCanFollow, "" + message);
    if (commitment == Commitment.DONE) {
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        if (copies.holds(partition)) {
          oracle.committed(
              message.version().number(), partition, copies.committed().digest(partition));
        }
      }
    }
  }

  /** A worker's connection; it is answered at once. */
  Connection connect(Consumer<LaneMessages.FromLane> worker) {
    return new Connection(worker);
  }

  /** One worker's connection. */
  final class Connection implements WorkerConnection {
    private final Consumer<LaneMessages.FromLane> worker;
    private final Map<Long, RowList> lists = new HashMap<>();

    Connection(Consumer<LaneMessages.FromLane> worker) {
      this.worker = worker;
    }

    void told(LaneMessages.ToLane message) {
      if (message instanceof LaneMessages.Keys keys) {
        lists.put(keys.list(), copies.requests().lookUp(keys.keys(), keys.train()));
      } else if (message instanceof LaneMessages.Drop drop) {
        lists.remove(drop.list());
      } else if (message instanceof LaneMessages.Pull pull) {
        copies
            .requests()
            .pull(
                this,
                pull.request(),
                pull.line().number(),
                pull.version(),
                lists.get(pull.list()),
                pull.partitions());
      } else if (message instanceof LaneMessages.Shove shove) {
        copies
            .requests()
            .push(
                this, (Push) shove.header(), lists.get(shove.list()), EncodedSums.of(shove.sums()));
      }
    }

    void broken() {
      copies.requests().forget(this);
    }

    @Override
    public void values(long request, long line, long version, RowValues values) {
      worker.accept(new LaneMessages.Values(request, new Line(line), version, values.toArray()));
    }

    @Override
    public void acknowledged(Gradients pushed) {
      worker.accept(new LaneMessages.Ack(pushed));
    }

    @Override
    public void refused(long request, Refusal refusal) {
      worker.accept(new LaneMessages.PullRefused(request, refusal));
    }

    @Override
    public void refused(Gradients pushed, Refusal refusal) {
      worker.accept(new LaneMessages.PushRefused(pushed, refusal));
    }
  }
}
