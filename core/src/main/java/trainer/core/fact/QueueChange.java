package trainer.core.fact;

import java.util.List;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.Metrics;
import trainer.core.message.Staleness;

/**
 * A change to the task queue of one phase of passes, as the journal holds it.
 *
 * <p>A <em>slot</em> ({@code turn} in the journal and in messages) is a scheduled position of a
 * task, numbered over the passes of the phase: of T tasks, slot t is in pass t div T. Which task it
 * holds follows from the job's seed.
 */
public sealed interface QueueChange {
  /** Dispatches on the kind of change; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Opened change);

    void on(Given change);

    void on(Done change);

    void on(Returned change);

    void on(Discarded change);

    void on(QueueSnapshot change);

    void on(Admitted change);

    void on(Included change);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** The reason why a slot was taken back. */
  enum Cause {
    /** Its worker is gone, or was given up: the task is not to blame. */
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
  record Opened(Version version, int tasks, int passes) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A worker holds these slots. */
  record Given(Incarnation worker, List<Long> slots) implements QueueChange {
    public Given {
      slots = List.copyOf(slots);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A slot is finished: the updates of all its blocks have been applied.
   *
   * @param staleness of its steps, where they were held back; else empty
   */
  record Done(Slot slot, Metrics metrics, Staleness staleness) implements QueueChange {
    /** The same, for steps that were not held back. */
    public Done(Slot slot, Metrics metrics) {
      this(slot, metrics, Staleness.NONE);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A slot is pending again. */
  record Returned(Slot slot, Cause cause) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A slot is given up, and so is its task in the passes to come.
   *
   * @param kind the reason, one word
   * @param evidence the blocks, and the last failure
   */
  record Discarded(Slot slot, int task, String kind, String evidence) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The gradients of a slot are among those that make a version, once it is committed. Until then
   * the slot keeps its place in that version, even if another worker computes it again.
   *
   * @param refusals how often they were refused before
   */
  record Admitted(Slot slot, Version version, long refusals) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** This version is committed: the slots that were admitted to it are finished. */
  record Included(Version version) implements QueueChange {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The whole queue in its present state, in place of all changes before.
   *
   * @param stopped whether the passes end early
   * @param tasksDiscarded tasks given up, in this phase or an earlier one
   * @param pass the newest pass with a finished slot
   */
  record QueueSnapshot(
      Opened opened,
      boolean stopped,
      Slots slots,
      List<Discard> tasksDiscarded,
      Pass pass,
      Totals totals)
      implements QueueChange {
    public QueueSnapshot {
      tasksDiscarded = List.copyOf(tasksDiscarded);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The states of all slots. Every slot before {@code next} is done, except those named here.
   *
   * @param ahead slots after {@code next} that were given
   * @param discarded slots given up
   * @param admitted slots that have a place in a version that is not committed yet
   */
  record Slots(
      long next,
      List<Long> ahead,
      List<Held> held,
      List<Back> returned,
      List<Counter> counters,
      List<Long> discarded,
      List<Place> admitted) {
    public Slots {
      ahead = List.copyOf(ahead);
      held = List.copyOf(held);
      returned = List.copyOf(returned);
      counters = List.copyOf(counters);
      discarded = List.copyOf(discarded);
      admitted = List.copyOf(admitted);
    }
  }

  /** A pass, from 0, and its metrics so far. */
  record Pass(long number, Metrics metrics) {
    public static final Pass FIRST = new Pass(0, Metrics.NONE);
  }

  /**
   * Counters over this phase and those before.
   *
   * @param records of all finished slots
   * @param staleness of the steps of all finished slots
   * @param reports how many reports were admitted
   * @param refusals how many had been refused
   */
  record Totals(long records, Staleness staleness, long reports, long refusals) {
    public static final Totals NONE = new Totals(0, Staleness.NONE, 0, 0);

    /** These and a finished slot. */
    public Totals plus(Done done) {
      return new Totals(
          records + done.metrics().records(), staleness.plus(done.staleness()), reports, refusals);
    }

    /** These and some reports that were admitted; fewer if negative. */
    public Totals plusReports(int admitted, long refused) {
      return new Totals(records, staleness, reports + admitted, refusals + refused);
    }
  }

  /** The slots of a worker, in the order of assignment. */
  record Held(Incarnation worker, List<Long> slots) {
    public Held {
      slots = List.copyOf(slots);
    }
  }

  /** A slot that was taken back, and the worker that had it. */
  record Back(Slot slot, Incarnation worker) {}

  /** The version in which a slot has a place. */
  record Place(Slot slot, Version version) {}

  /** How often a slot ran out of time, and how often it failed. */
  record Counter(Slot slot, int timeouts, int failures) {}

  /** A task that is given up. */
  record Discard(int task, String kind, String evidence) {}
}
