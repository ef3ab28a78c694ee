package trainer.core.fact;

import trainer.core.failure.Failure;
import trainer.core.id.Version;
import trainer.core.job.JobState;

/** A fact about the publication of the model and the end of the job. */
public sealed interface EndingFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(PublishingBegun fact);

    void on(Exported fact);

    void on(EndDecided fact);

    void on(Ended fact);
  }

  /**
   * The parts of the final version are written. From here on the model may be at its destination.
   *
   * @param folder the folder of the parts
   */
  record PublishingBegun(Version version, String folder) implements EndingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** The model is at the requested destination. */
  record Exported(String modelId, String location) implements EndingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The decision on the end of the job; the wind-down begins. {@code failure} is null after
   * success.
   */
  record EndDecided(JobState state, Failure failure, long at) implements EndingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** The wind-down is over. */
  record Ended(JobState state, long at) implements EndingFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
