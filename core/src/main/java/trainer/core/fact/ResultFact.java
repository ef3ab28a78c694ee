package trainer.core.fact;

import trainer.core.aggregate.Aggregate;
import trainer.core.id.Version;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;

/** A fact about a result of the training. */
public sealed interface ResultFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(FinalVersion fact);

    void on(Aggregated fact);

    void on(Scored fact);

    void on(FileWritten fact);
  }

  /** Training ended at this version. */
  record FinalVersion(Version version) implements ResultFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The rows of a committed version are folded.
   *
   * @param fold see {@link trainer.core.job.ModelSpec#fold}
   */
  record Aggregated(Version version, int fold, Aggregate result) implements ResultFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The held-out records are scored with a version: a point of the learning curve.
   *
   * @param version the version that was scored
   * @param epoch the pass over the data that it belongs to, from 1
   * @param train the progressive metrics of that pass up to the version
   * @param heldOut the metrics of the held-out records
   * @param at when, in milliseconds since 1970
   */
  record Scored(Version version, int epoch, Metrics train, EvaluationSummary heldOut, long at)
      implements ResultFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A file of a scoring job's output counts, and with it all of its tasks are done. Files that no
   * fact names are not part of the output.
   */
  record FileWritten(OutputFile file) implements ResultFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
