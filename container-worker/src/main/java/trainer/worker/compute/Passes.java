package trainer.worker.compute;

import java.util.List;
import trainer.core.job.Phase;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;
import trainer.worker.share.WorkerAction;

/** What is done with a block in each phase of a job, as its model says. */
public final class Passes {
  private final Model model;
  private final Pass[] byPhase;

  /** Asks the model once for each phase of passes. */
  public Passes(Model model, List<Phase> phases) {
    this.model = model;
    this.byPhase = new Pass[phases.size()];
    for (int i = 0; i < byPhase.length; i++) {
      if (phases.get(i) instanceof Phase.Passes passes) {
        byPhase[i] = model.pass(passes.name());
      }
    }
  }

  /** The pass of a phase; the model's own for {@link WorkerAction#SCORING}. */
  public Pass of(int phase) {
    return phase == WorkerAction.SCORING ? model : byPhase[phase];
  }
}
