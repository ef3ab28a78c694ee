package trainer.core.fact;

/** A fact about the jobs that a session carries, in the journal of the fleet. */
public sealed interface SessionFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(JobAccepted fact);

    void on(JobOver fact);

    void on(EndAsked fact);
  }

  /**
   * The session carries this job from here on. Recorded before the client gets its answer.
   *
   * @param number of the job in the session
   * @param kind {@code train}, {@code score} or {@code import}
   * @param model that it applies; empty if it applies none
   * @param digest SHA-256 of the job file, 64 lower-case hex digits
   */
  record JobAccepted(int number, String kind, String name, String model, String digest, long at)
      implements SessionFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The job has ended and its report is written. No later master looks at it again.
   *
   * @param state in which it ended
   * @param why the message of its failure; empty without one
   */
  record JobOver(int number, String state, String why, long at) implements SessionFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The session accepts no more jobs, and ends when it carries none.
   *
   * @param state in which it will end: EXITED after its jobs have ended by themselves, KILLED after
   *     they were killed, FAILED when the cluster ended it
   * @param by the user, or the reason
   */
  record EndAsked(String state, String by, long at) implements SessionFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
