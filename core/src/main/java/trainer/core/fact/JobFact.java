package trainer.core.fact;

import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.JobState;

/** A fact about the job as a whole: its masters, its definition and its states. */
public sealed interface JobFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(TermTaken fact);

    void on(JobDefined fact);

    void on(StateEntered fact);
  }

  /** A master took this term. */
  record TermTaken(Term term, String address, long at) implements JobFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The definition of the job.
   *
   * @param spec the job file's content, as text
   * @param seed the seed of every random draw
   * @param order the id of the function from (seed, epoch) to the order of mini-batches
   * @param indexDigest SHA-256 over path, length and modification time of every file
   * @param blocks blocks of an epoch
   * @param versions the version at which training is done
   */
  record JobDefined(
      String spec, long seed, String order, String indexDigest, int blocks, long versions)
      implements JobFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /** The job entered a state. {@code failure} is null unless the state is FAILED or KILLED. */
  record StateEntered(JobState state, long at, Failure failure) implements JobFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
