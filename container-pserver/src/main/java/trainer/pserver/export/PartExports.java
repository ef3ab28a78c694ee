package trainer.pserver.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.files.WriteFailures;
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

/**
 * The handler of orders to write parts. Each lane writes its own parts one after the other, and
 * does nothing else meanwhile. A repeated order is answered again without writing, because the
 * master may be publishing the files.
 *
 * <p>Orders arrive on one thread.
 */
public final class PartExports {
  private static final Logger LOG = LoggerFactory.getLogger(PartExports.class);

  private final List<Lane> lanes;
  private final PartExport export;
  private final Consumer<FromMember> send;
  private volatile ToPserver.WriteParts current;
  private volatile FromMember answer;

  /** The parts that one lane wrote; {@code failure} is null unless it failed. */
  private record Outcome(List<PartFile> parts, FromMember failure) {}

  public PartExports(List<Lane> lanes, PartExport export, Consumer<FromMember> send) {
    this.lanes = lanes;
    this.export = export;
    this.send = send;
  }

  public void write(ToPserver.WriteParts order) {
    if (order.equals(current)) {
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
    for (Lane lane : lanes) {
      lane.order(replicas -> answers.add(write(lane, replicas, order)));
    }
  }

  private Outcome write(Lane lane, LaneReplicas replicas, ToPserver.WriteParts order) {
    List<PartFile> parts = new ArrayList<>();
    if (replicas == null || !replicas.isAt(order.line().number(), order.version().number())) {
      return new Outcome(parts, notThere(order));
    }
    for (int partition : order.partitions()) {
      if (partition % lanes.size() != lane.number()) {
        continue;
      }
      if (!replicas.holds(partition)) {
        return new Outcome(parts, notThere(order));
      }
      try {
        parts.add(
            export.write(
                replicas, partition, order.folder(), e -> send.accept(failed(order, e, false))));
      } catch (IOException | RuntimeException e) {
        LOG.error("partition {} could not be written to {}", partition, order.folder(), e);
        return new Outcome(parts, failed(order, e, true));
      }
    }
    return new Outcome(parts, null);
  }

  private void finish(ToPserver.WriteParts order, List<Outcome> outcomes) {
    Failpoint.hit("pserver.beforePartsWritten");
    List<PartFile> parts = new ArrayList<>();
    FromMember result = null;
    for (Outcome outcome : outcomes) {
      parts.addAll(outcome.parts());
      result = outcome.failure() == null ? result : outcome.failure();
    }
    if (result == null) {
      parts.sort(Comparator.comparingInt(PartFile::partition));
      result = new FromPserver.PartsWritten(order.version(), order.folder(), parts);
    }
    if (order.equals(current)) { // else another one has followed
      answer = result;
    }
    send.accept(result);
  }

  private static FromMember notThere(ToPserver.WriteParts order) {
    return new FromMember.MemberFailure(
        new Failure(
            FailureKind.UNEXPECTED,
            "a pserver was ordered to write parts that it does not hold",
            "line " + order.line() + ", version " + order.version(),
            ""));
  }

  private static FromMember failed(ToPserver.WriteParts order, Exception cause, boolean givenUp) {
    return new FromPserver.PartsFailed(
        order.folder(), WriteFailures.of(cause, order.folder()), givenUp);
  }
}
