package trainer.core.fact;

import java.util.List;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/**
 * What happened to the task queue of one phase of passes, as the journal holds it. A <em>turn</em>
 * is the number of a task's due time, counted over the passes of the phase: of T tasks, turn t is
 * in pass t div T, and which task it is follows from the job's seed.
 */
public sealed interface QueueChange {
  /** Dispatches on the kind of change; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Opened change);

    void on(Given change);

    void on(Done change);

    void on(Returned change);

    void on(Discarded change);

    void on(Stood change);

    void on(Admitted change);

    void on(Included change);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** Why a turn was taken back. */
  enum Cause {
    /** Its worker is gone, or was given up: no fault of the task's. */
    LOST,
    /** It took too long. */
    TIMED_OUT,
    /** The data or the user's code failed. */
    FAILED
  }

  /**
   * The passes that make a version begin.
   *
   * @param tasks of a pass
   */
  record Opened(long version, int tasks, int passes) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A worker holds these turns. */
  record Given(long worker, List<Long> turns) implements QueueChange {
    public Given {
      turns = List.copyOf(turns);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A turn is finished: all that its blocks say has been applied.
   *
   * @param staleness of its steps, where they were held back; else empty
   */
  record Done(long turn, Metrics metrics, Staleness staleness) implements QueueChange {
    /** Of steps that were not held back. */
    public Done(long turn, Metrics metrics) {
      this(turn, metrics, Staleness.NONE);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A turn is todo again. */
  record Returned(long turn, Cause cause) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A turn is given up, and so is its task in the passes to come.
   *
   * @param kind why, one word
   * @param evidence which blocks, and what happened last
   */
  record Discarded(long turn, int task, String kind, String evidence) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The gradients of a turn are among those that make a version, once it is committed; until then
   * the turn keeps its place among them, whoever computes it.
   *
   * @param refusals how often they were refused before
   */
  record Admitted(long turn, long version, long refusals) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** This version is committed: the turns that were admitted to it are finished. */
  record Included(long version) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The whole queue as it stands, in place of all changes before: every turn before {@code next} is
   * done, but for the exceptions named here.
   *
   * @param ahead turns after {@code next} that were given
   * @param discarded turns given up
   * @param tasksDiscarded tasks given up, in this phase or an earlier one
   * @param pass the newest pass that something of is done
   * @param metrics of that pass so far
   * @param records of all finished turns, of this phase and those before
   * @param staleness of the steps of all finished turns, of this phase and those before
   * @param admitted turns that have a place in a version that is not committed yet
   * @param reports how many reports were admitted, of this phase and those before
   * @param refusals how many had been refused
   */
  record Stood(
      long version,
      int tasks,
      int passes,
      boolean stopped,
      long next,
      List<Long> ahead,
      List<Held> held,
      List<Back> returned,
      List<Counter> counters,
      List<Long> discarded,
      List<Discard> tasksDiscarded,
      long pass,
      Metrics metrics,
      long records,
      Staleness staleness,
      List<Place> admitted,
      long reports,
      long refusals)
      implements QueueChange {
    public Stood {
      admitted = List.copyOf(admitted);
      ahead = List.copyOf(ahead);
      held = List.copyOf(held);
      returned = List.copyOf(returned);
      counters = List.copyOf(counters);
      discarded = List.copyOf(discarded);
      tasksDiscarded = List.copyOf(tasksDiscarded);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** What a worker holds, in the order it was given. */
  record Held(long worker, List<Long> turns) {
    public Held {
      turns = List.copyOf(turns);
    }
  }

  /** A turn that was taken back, and from whom. */
  record Back(long turn, long worker) {}

  /** The version that a turn has a place in. */
  record Place(long turn, long version) {}

  /** How often a turn ran out of time, and failed. */
  record Counter(long turn, int timeouts, int failures) {}

  /** A task that is given up. */
  record Discard(int task, String kind, String evidence) {}
}
