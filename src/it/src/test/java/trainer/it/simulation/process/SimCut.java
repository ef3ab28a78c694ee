package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.message.ToPserver;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;

/** The part of a simulated pserver in the latest checkpoint, written a few rows at a time. */
final class SimCut {
  private final SimPserver pserver;
  private String folder;
  private FromMember answer;

  SimCut(SimPserver pserver) {
    this.pserver = pserver;
  }

  /** Its rows are void: it writes no more of them. */
  void cancel() {
    folder = null;
  }

  /** Begins a cut, or repeats the answers to one that it knows. */
  void begin(ToPserver.WriteCheckpoint message) {
    if (message.folder().equals(folder)) {
      if (!(answer instanceof FromPserver.CheckpointFailed)) {
        pserver.say(new FromPserver.CheckpointBegun(folder));
      }
      if (answer != null) {
        pserver.say(answer); // it may be lost with a stream
      }
      return;
    }
    folder = message.folder();
    answer = null;
    if (!pserver.replicas().stream()
        .allMatch(lane -> lane.isAt(message.line().number(), message.version().number()))) {
      String what = "version " + message.version() + " is not there";
      Violation.unless(
          pserver.hasComeAgain(), Invariant.ManifestIsOneVersion, pserver.job.id() + ": " + what);
      Failure late = new Failure(FailureKind.MODEL_NOT_FOUND, what, "", "");
      answer = new FromPserver.CheckpointFailed(message.folder(), late);
      pserver.say(answer);
      return;
    }
    List<ReplicaSnapshot> cuts = new ArrayList<>();
    for (LaneReplicas lane : pserver.replicas()) {
      int number = cuts.size();
      List<Integer> own =
          message.partitions().stream().filter(p -> p % pserver.lanes() == number).toList();
      cuts.add(lane.committed().snapshot(own));
      own.forEach(
          partition ->
              pserver
                  .world
                  .checkpoints(pserver.job.id())
                  .begun(message.folder(), partition, lane.committed().digest(partition)));
      pserver.world.tasks(pserver.job).cut(message.folder(), pserver.index + "/" + number);
    }
    pserver.say(new FromPserver.CheckpointBegun(message.folder()));
    copySome(message, cuts, new ArrayList<>());
  }

  private void copySome(
      ToPserver.WriteCheckpoint message, List<ReplicaSnapshot> cuts, List<PartFile> parts) {
    if (!message.folder().equals(folder)) {
      return;
    }
    pserver.step("cutting");
    for (int i = 0; i < 10; i++) {
      ReplicaSnapshot.Part part = cuts.get(pserver.world.schedule().below(cuts.size())).copySome(1);
      if (part != null) {
        parts.add(pserver.world.checkpoints(pserver.job.id()).write(message.folder(), part));
      }
    }
    if (cuts.stream().allMatch(ReplicaSnapshot::isOver)) {
      long updates = cuts.stream().mapToLong(ReplicaSnapshot::updates).max().getAsLong();
      answer = new FromPserver.CheckpointWritten(message.folder(), updates, List.of(), parts);
      pserver.say(answer);
    } else {
      pserver.host.afterMillis(
          1L + pserver.world.schedule().below(10), () -> copySome(message, cuts, parts));
    }
  }
}
