package trainer.it.simulation.checks;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import trainer.core.job.JobId;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimPool;
import trainer.master.pool.PoolView;
import trainer.master.sharing.SharingJob;
import trainer.master.sharing.WorkerSharing;

/** Checks the rates of a pool's jobs, and that it does not move workers for nothing. */
public final class RateChecks {
  /** The shortest time: three windows of the product, as a task takes up to seconds here. */
  private static final Duration WINDOW = Duration.ofSeconds(30);

  private static final Duration UNTIL_FAIR = Duration.ofSeconds(25);

  /** The mean rows of a block. */
  private static final long BLOCK_ROWS = 15;

  private static final double MOST = 1.1;

  /** A pool corrects a change of speeds only if rates become more equal by up to a fifth. */
  private static final double MOST_AFTER_CHANGE = 1.3;

  private static final double EPSILON = 1e-6;
  private static final long UNTIL_STILL = TimeUnit.SECONDS.toNanos(60);

  private static final long NOTICED = TimeUnit.SECONDS.toNanos(2);

  private record Rows(long at, long rows) {}

  private final SimPool pool;
  private final Calm calm;
  private final Map<JobId, Deque<Rows>> windows = new HashMap<>();
  private final Map<JobId, Long> all = new HashMap<>();
  private long moves;
  private long term;

  /** The time of a move in calm that is to be judged; 0 for none. */
  private long movedAt;

  /**
   * @param pool of the scenario
   */
  public RateChecks(SimPool pool, Calm calm) {
    this.pool = pool;
    this.calm = calm;
  }

  /** A worker has computed rows. */
  public void computed(JobId job, long rows, long now) {
    all.merge(job, rows, Long::sum);
    windows.computeIfAbsent(job, none -> new ArrayDeque<>()).addLast(new Rows(now, rows));
  }

  /** A master shows the pool: how often workers have moved, and what they have computed. */
  public void shown(long ofTerm, PoolView shown, long now) {
    if (term == ofTerm && shown.moves() != moves && calm.since(now) >= UNTIL_STILL) {
      movedAt = now;
    }
    term = ofTerm;
    moves = shown.moves();
    shown
        .jobs()
        .forEach(
            (job, of) ->
                Violation.unless(
                    of.rows() <= all.getOrDefault(job, 0L),
                    Invariant.RatesNotInvented,
                    () -> job + " has " + all.get(job) + " rows, and shown are " + of));
  }

  /** Checks {@link Invariant#NoPingPong}; the reason of a move may be noticed a little later. */
  private void assertStill(long now) {
    if (movedAt != 0 && now - movedAt >= NOTICED) {
      Violation.unless(
          calm.since(now) < now - movedAt + UNTIL_STILL,
          Invariant.NoPingPong,
          "move " + moves + " at " + movedAt + " after " + calm.since(now) + " ns of calm");
      movedAt = 0;
    }
  }

  /** Checks the moves and the rates now. */
  public void check(PoolState state) {
    assertStill(state.nanos());
    List<PoolState.Job> running =
        state.jobs().stream().filter(job -> !job.isOver() && job.todo() > 0).toList();
    if (pool.isCalm() && calm.since(state.nanos()) >= UNTIL_FAIR.plus(WINDOW).toNanos()) {
      assertFair(state, running);
    }
  }

  /**
   * Checks {@link Invariant#Fair} from {@link #UNTIL_FAIR} on. That time has a few hundred tasks of
   * a job, so each thread that is in the middle of one at the beginning and at its end counts.
   */
  private void assertFair(PoolState state, List<PoolState.Job> running) {
    long from = state.nanos() - calm.since(state.nanos()) + UNTIL_FAIR.toNanos();
    Map<JobId, Double> shares = shares(state, running);
    long slowest = Long.MAX_VALUE;
    long fastest = 0;
    boolean hasChanged = false;
    for (PoolState.Job job : running) {
      boolean isBounded = shares.get(job.id()) >= job.wanted() - EPSILON;
      long rows = rows(job.id(), from);
      slowest = isBounded ? slowest : Math.min(slowest, rows);
      fastest = isBounded ? fastest : Math.max(fastest, rows);
      hasChanged |= job.job().model().changesAtMillis() > 0;
    }
    long inHand = 2L * BLOCK_ROWS * pool.workers() * pool.cores();
    double most = hasChanged ? MOST_AFTER_CHANGE : MOST;
    Violation.unless(
        fastest <= most * slowest + inHand,
        Invariant.Fair,
        fastest + " rows of a job, and " + slowest + " of another, of " + running.size());
  }

  private static Map<JobId, Double> shares(PoolState state, List<PoolState.Job> running) {
    List<SharingJob> sharing =
        running.stream()
            .map(job -> new SharingJob(job.id(), 1e6 / job.rowMicros(), true, job.wanted(), 0))
            .toList();
    return WorkerSharing.shares(state.workers().size(), sharing);
  }

  private long rows(JobId job, long from) {
    Deque<Rows> window = windows.getOrDefault(job, new ArrayDeque<>());
    while (!window.isEmpty() && window.peekFirst().at() <= from) {
      window.removeFirst();
    }
    return window.stream().mapToLong(Rows::rows).sum();
  }
}
