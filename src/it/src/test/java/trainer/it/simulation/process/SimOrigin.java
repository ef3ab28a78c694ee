package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.List;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.Speculated;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.EarlierJob;

/**
 * What a job of a history goes on from: the same job, undisturbed, as if it had been lost before
 * its last checkpoint was recorded.
 *
 * @param facts that the job begins with
 * @param checkpoints the files of the earlier job
 */
public record SimOrigin(List<Fact> facts, SimCheckpoints checkpoints) {
  public SimOrigin {
    facts = List.copyOf(facts);
  }

  /** The origin that the earlier job leaves; without checkpoints if it has kept no other. */
  public static SimOrigin of(SimJob job, World earlier) {
    List<Fact> facts = earlier.masters().journal().of(job.id());
    List<Fact> before = new ArrayList<>(facts.subList(0, last(facts)));
    SimCheckpoints files = earlier.checkpoints(job.id());
    EarlierJob lost = new EarlierJob(job.alone().spec(), before);
    List<CheckpointFact.CheckpointAdded> sound =
        lost.checkpoints().stream().filter(one -> files.isStored(one.folder())).toList();
    return new SimOrigin(lost.originAt(sound), files);
  }

  /** The fact that pservers hold the rows of a trained model. */
  static List<Fact> ofModel() {
    return List.of(
        new CheckpointFact.CheckpointAdded(
            Version.INITIAL,
            0,
            Line.NONE,
            SimJob.MODEL,
            "",
            0,
            new TrainingFact.Progressed(
                Version.INITIAL, Metrics.NONE, 0, 0, 0, 0, Speculated.NOTHING),
            null));
  }

  private static int last(List<Fact> facts) {
    for (int i = facts.size() - 1; i >= 0; i--) {
      if (facts.get(i) instanceof CheckpointFact.CheckpointAdded) {
        return i;
      }
    }
    return facts.size();
  }

  /** The records of the versions up to its newest checkpoint. */
  long records() {
    return kept().stream().mapToLong(one -> one.at().recordsCommitted()).max().orElse(0);
  }

  /** Its checkpoints. */
  List<CheckpointFact.CheckpointAdded> kept() {
    return facts.stream()
        .filter(CheckpointFact.CheckpointAdded.class::isInstance)
        .map(CheckpointFact.CheckpointAdded.class::cast)
        .toList();
  }
}
