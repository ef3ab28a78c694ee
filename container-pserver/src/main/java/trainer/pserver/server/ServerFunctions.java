package trainer.pserver.server;

import java.util.List;
import java.util.function.Supplier;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Aggregates;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.failure.Thrown;
import trainer.core.job.Fold;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.learning.fold.SummaryFold;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.pserver.replica.TableFold;
import trainer.pserver.store.RowUpdate;

/** The functions over rows of a job: those of its model, by phase, and the built-in summary. */
final class ServerFunctions {
  private final ModelSpec spec;
  private final Model model;

  private ServerFunctions(ModelSpec spec, Model model) {
    this.spec = spec;
    this.model = model;
  }

  /**
   * The functions of a job; its model is loaded only if it has any.
   *
   * @throws FailureException when the model cannot be loaded
   */
  static ServerFunctions of(JobSpec spec, ClassLoader classes) {
    boolean needed =
        spec.model().phases().stream().anyMatch(phase -> !(phase instanceof Phase.Passes));
    return new ServerFunctions(spec.model(), needed ? Models.load(spec, classes) : null);
  }

  /**
   * The row update of a phase.
   *
   * @param before the results of the aggregate phases before it
   * @throws FailureException when the model fails to provide it
   */
  RowUpdate update(int phase, List<Aggregate> before) {
    Phase.RowUpdate update = (Phase.RowUpdate) spec.phases().get(phase);
    String name = update.name();
    return new RowUpdate(
        spec.table(update),
        name,
        fromModel("the function", name, () -> model.function(name, new Aggregates(before))));
  }

  /**
   * A fold of {@link ModelSpec#fold}.
   *
   * @param before the results of the aggregate phases before it
   * @throws FailureException when the model fails to provide it
   */
  TableFold fold(int number, List<Aggregate> before) {
    Fold fold = spec.fold(number);
    String name = fold.name();
    if (number >= spec.phases().size()) {
      String named = "the summary of table " + name;
      return new TableFold(fold.table(), named, new SummaryFold(), fold.reductions());
    }
    String named = "the fold of phase " + name + " of " + model.getClass().getName();
    return new TableFold(
        fold.table(),
        named,
        fromModel("the fold", name, () -> model.fold(name, new Aggregates(before))),
        fold.reductions());
  }

  private <T> T fromModel(String what, String phase, Supplier<T> model) {
    try {
      T function = model.get();
      if (function == null) {
        throw new IllegalStateException("null given");
      }
      return function;
    } catch (Throwable e) { // any error of the model's code names the phase
      Thrown.requireOfCode(e);
      throw new FailureException(
          new Failure(
              FailureKind.MODEL_CODE_FAILED,
              "asking "
                  + this.model.getClass().getName()
                  + " for "
                  + what
                  + " threw "
                  + Thrown.inWords(e),
              "phase " + phase,
              "mend the model; the stack trace is in the pserver's log"),
          e);
    }
  }
}
