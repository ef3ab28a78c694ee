package trainer.master.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.turns.TurnTaking;
import trainer.master.job.api.JobEvent;
import trainer.master.sharing.MeasuredSpeed;
import trainer.master.sharing.SharingJob;

/** A scoring job that workers of the pool serve. */
final class PooledJob {
  private static final long WINDOW = Duration.ofSeconds(10).toNanos();

  /** The steps in which turns differ. */
  private static final Duration STEP = Duration.ofMillis(25);

  /** The time after the death of a worker in which the job gets no workers that it had not. */
  private static final long PROBATION = Duration.ofSeconds(3).toNanos();

  /** The time after which a job whose workers all died gets one again though others are missing. */
  private static final long RETRY = Duration.ofSeconds(60).toNanos();

  private static final long NEVER = Long.MIN_VALUE;

  private record Scored(long at, long rows) {}

  private final JobId id;
  private final String digest;
  private final int memoryMb;
  private final double expected;
  private final MeasuredSpeed speed;
  private final Map<String, Long> resting = new HashMap<>();
  private final Deque<Scored> window = new ArrayDeque<>();
  private List<Integer> wanted = List.of();
  private boolean isIsolated;

  /** When a worker died that served it; {@link #NEVER} once the job has scored rows since then. */
  private long diedAt = NEVER;

  private long rows;
  private long rowsAtChange;
  private long rowsOfWindow;
  private double share = Double.NaN;
  private JobEvent.Standing told = new JobEvent.Standing(Role.WORKER, 0, 0, 0, "");

  /**
   * @param digest SHA-256 of the job file
   * @param memoryMb of its model in a worker
   * @param expected rows a second of a worker; NaN if nobody knows
   */
  PooledJob(JobId id, String digest, int memoryMb, double expected) {
    this.id = id;
    this.digest = digest;
    this.memoryMb = memoryMb;
    this.expected = expected;
    this.speed = new MeasuredSpeed(expected);
  }

  int memoryMb() {
    return memoryMb;
  }

  /** A worker could not serve the job, and tries again at this time. */
  void rest(String container, long until) {
    resting.put(container, until);
  }

  boolean isResting(String container, long now) {
    return resting.getOrDefault(container, 0L) > now;
  }

  String digest() {
    return digest;
  }

  double expected() {
    return expected;
  }

  /** The indices of the workers that the job wants. */
  void want(List<Integer> indices) {
    wanted = indices;
  }

  List<Integer> wanted() {
    return wanted;
  }

  /** Sets whether its workers serve no other job. */
  void isolate(boolean isTo) {
    isIsolated = isTo;
  }

  /** A wanted index that none of these services has. */
  OptionalInt free(Set<Integer> taken) {
    return wanted.stream().mapToInt(Integer::intValue).filter(i -> !taken.contains(i)).findFirst();
  }

  void onScored(long scored, long busyNanos, long now) {
    speed.onScored(scored, busyNanos, now);
    if (diedAt != NEVER && scored > 0 && now - diedAt >= PROBATION) {
      diedAt = NEVER;
    }
    window.addLast(new Scored(now, scored));
    rows += scored;
    rowsOfWindow += scored;
    forget(now);
  }

  private void forget(long now) {
    while (!window.isEmpty() && window.peekFirst().at() <= now - WINDOW) {
      rowsOfWindow -= window.removeFirst().rows();
    }
  }

  /** Rows a second of the last ten seconds, of all workers. */
  double rate(long now) {
    forget(now);
    return rowsOfWindow * 1e9 / WINDOW;
  }

  /** Rows that workers have computed, repeated ones included. */
  long rows() {
    return rows;
  }

  /** Rows are counted from here on. */
  void restart() {
    rowsAtChange = rows;
  }

  /** Rows computed by all workers since the last change. */
  long rowsSinceChange() {
    return rows - rowsAtChange;
  }

  /** A worker that served the job has died, perhaps of the job's code. */
  void onWorkerDied(long now) {
    diedAt = now;
  }

  /**
   * The number of workers that the job may have beside others: after the death of a worker those
   * that serve it, and if none does one, once the pool is whole again. So code that kills its
   * workers leaves the others theirs.
   *
   * @param serving workers that serve it now
   * @param isWhole whether the pool has all its workers
   */
  int mostBesideOthers(int serving, boolean isWhole, long now) {
    if (diedAt == NEVER) {
      return Integer.MAX_VALUE;
    }
    return serving == 0 && (isWhole || now - diedAt >= RETRY) ? 1 : serving;
  }

  /**
   * The job as the sharing sees it.
   *
   * @param tasks that its workers could compute at a time
   */
  SharingJob sharing(int tasks) {
    return new SharingJob(
        id,
        speed.rowsPerSecond(),
        speed.isMeasured(),
        Math.min(tasks, wanted.size()),
        memoryMb,
        isIsolated);
  }

  /** The part of workers that it needs; NaN if its speed is not measured. */
  void needs(double part) {
    share = part;
  }

  /** The longest turn that it takes of a worker, in steps: speeds are never quite the same. */
  Duration turn() {
    long steps = Math.round(TurnTaking.turn(share).toNanos() / (double) STEP.toNanos());
    return STEP.multipliedBy(Math.max(1, steps));
  }

  /** Whether this standing is news to the job. */
  boolean isNews(JobEvent.Standing standing) {
    boolean isNews = !standing.equals(told);
    told = standing;
    return isNews;
  }
}
