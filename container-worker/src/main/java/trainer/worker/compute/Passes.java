package trainer.worker.compute;

import java.util.List;
import trainer.core.job.Phase;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;
import trainer.worker.api.WorkerAction;

/** The pass over a block in each phase of a job, as defined by its model. */
public final class Passes {
  private final Model model;
  private final Pass[] byPhase;

  /** The number of epochs of each phase. */
  private final int[] epochs;

  /** The number of epochs of each phase and those after it. */
  private final int[] epochsLeft;

  /** Whether held-out records are scored with several versions. */
  private final boolean isScoredAgain;

  /**
   * Gets the pass of each phase from the model, once.
   *
   * @param isScoredAgain whether held-out records are scored with several versions
   */
  public Passes(Model model, List<Phase> phases, boolean isScoredAgain) {
    this.model = model;
    this.isScoredAgain = isScoredAgain;
    this.byPhase = new Pass[phases.size()];
    this.epochs = new int[phases.size()];
    this.epochsLeft = new int[phases.size() + 1];
    for (int i = 0; i < byPhase.length; i++) {
      if (phases.get(i) instanceof Phase.Passes passes) {
        byPhase[i] = model.pass(passes.name());
        epochs[i] = passes.epochs();
      }
    }
    for (int i = byPhase.length - 1; i >= 0; i--) {
      epochsLeft[i] = epochsLeft[i + 1] + epochs[i];
    }
  }

  /** The pass of a phase; the model's own for {@link WorkerAction#SCORING}. */
  public Pass of(int phase) {
    return phase == WorkerAction.SCORING ? model : byPhase[phase];
  }

  /**
   * Whether the phase goes over the data again with the same pass, so that prepared shares are
   * worth keeping.
   */
  public boolean isRepeated(int phase) {
    return phase == WorkerAction.SCORING ? isScoredAgain : epochs[phase] > 1;
  }

  /** Whether the data of the phase is read again, by this phase or a later one. */
  public boolean isReadAgain(int phase) {
    return phase == WorkerAction.SCORING ? isScoredAgain : epochsLeft[phase] > 1;
  }
}
