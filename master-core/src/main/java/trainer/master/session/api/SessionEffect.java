package trainer.master.session.api;

import trainer.core.job.JobId;
import trainer.core.job.JobState;

/** An effect that the core of a session asks of the shell. */
public sealed interface SessionEffect {
  /** Dispatches on the kind of effect; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Answer effect);

    void on(Admit effect);

    void on(Drop effect);

    void on(Show effect);

    void on(Over effect);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** Answers the user request {@code question}; its decision is durable by then. */
  record Answer(long question, boolean accepted, String message) implements SessionEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Admits the processes of a job that was accepted. */
  record Admit(JobId job) implements SessionEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Forgets a job that is over: no event and no effect of it follows. */
  record Drop(JobId job) implements SessionEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Shows the session to all readers. */
  record Show(SessionView view) implements SessionEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The session has ended, and every job of it. */
  record Over(JobState state) implements SessionEffect {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
