package trainer.it.simulation.turns;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import trainer.core.job.JobId;
import trainer.core.turns.RowsElsewhere;
import trainer.core.turns.TurnTaking;
import trainer.testkit.Host;
import trainer.testkit.SeededSchedule;

/**
 * The turns of the jobs of a worker, with the rules of {@code TurnGate} of the real worker around
 * the real {@link TurnTaking}. A thread is a callback, which runs when it may compute.
 */
public final class SimTurns {
  private static final long CHECK = 5_000_000;
  private static final long BETWEEN_TASKS = 5_000_000;
  private static final long LONG_BLOCK = 10_000_000_000L;

  private final Host host;
  private final SeededSchedule schedule;
  private final int cores;
  private final List<OfJob> jobs = new ArrayList<>();
  private final TurnTaking turns = new TurnTaking();
  private OfJob current;
  private long turnEnds;
  private long change;
  private boolean isCheckDue;

  /**
   * @param cores threads that compute at a time
   */
  public SimTurns(Host host, SeededSchedule schedule, int cores) {
    this.host = host;
    this.schedule = schedule;
    this.cores = cores;
  }

  /** The turns of a job's threads, from now on. */
  public OfJob add(JobId job) {
    OfJob added = new OfJob(job);
    jobs.add(added);
    return added;
  }

  /** A job is not served any more, and its threads have ended. */
  public void remove(OfJob job) {
    jobs.remove(job);
    job.waiting.clear();
    check();
  }

  /** Counts rows anew if there was another change. */
  public void since(long number) {
    if (number != change) {
      change = number;
      turns.restart();
      jobs.forEach(OfJob::restart);
    }
  }

  private void check() {
    for (OfJob job : List.copyOf(jobs)) {
      while (!job.waiting.isEmpty() && mayRun(job)) {
        Runnable thread = job.waiting.poll();
        job.began.add(schedule.nanos());
        thread.run();
      }
    }
    if (!isCheckDue && jobs.stream().anyMatch(job -> !job.waiting.isEmpty())) {
      isCheckDue = true;
      host.after(
          CHECK,
          () -> {
            isCheckDue = false;
            check();
          });
    }
  }

  private boolean mayRun(OfJob of) {
    long now = schedule.nanos();
    if (current == null || now >= turnEnds || !jobs.contains(current) || !current.isActive(now)) {
      next(now);
    }
    long running = jobs.stream().mapToLong(job -> job.running(now)).sum();
    boolean isUnused = current == null || !current.isReady(now);
    return running < cores && (of == current || isUnused);
  }

  private void next(long now) {
    List<OfJob> active = jobs.stream().filter(one -> one.isActive(now)).toList();
    if (!active.isEmpty()) {
      jobs.forEach(one -> turns.onElsewhere(one.job, one.elsewhere.at(now)));
      JobId next = turns.next(ids(jobs), ids(active));
      current = active.stream().filter(one -> one.job.equals(next)).findFirst().orElseThrow();
      turnEnds = now + current.turnNanos;
    }
  }

  private static List<JobId> ids(List<OfJob> of) {
    return of.stream().map(one -> one.job).distinct().toList();
  }

  /** The threads of one job. */
  public final class OfJob {
    private final JobId job;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final List<Long> began = new ArrayList<>();
    private long turnNanos;
    private long counted;
    private long endedAt = -BETWEEN_TASKS;
    private long busyNanos;
    private final RowsElsewhere elsewhere = new RowsElsewhere();

    private OfJob(JobId job) {
      this.job = job;
    }

    private long running(long now) {
      return began.stream().filter(one -> now - one < LONG_BLOCK).count();
    }

    private boolean isReady(long now) {
      return !waiting.isEmpty() || now - endedAt < BETWEEN_TASKS;
    }

    private boolean isActive(long now) {
      return isReady(now) || running(now) > 0;
    }

    private void restart() {
      elsewhere.restart();
    }

    /** Sets the longest turn, and the rows that other workers have computed since the change. */
    public void turn(long nanos, long rows) {
      turnNanos = nanos;
      elsewhere.onReport(rows, schedule.nanos());
    }

    /** The time of computing so far, summed over the threads. */
    public long busyNanos() {
      return busyNanos;
    }

    /** A thread waits until it may compute. */
    public void begin(Runnable thread) {
      waiting.add(thread);
      check();
    }

    /**
     * A thread has computed a block.
     *
     * @param began when it began
     * @param records of the job so far
     */
    public void end(long began, long records) {
      endedAt = schedule.nanos();
      this.began.remove(began);
      busyNanos += endedAt - began;
      turns.onScored(job, Math.max(0, records - counted));
      counted = Math.max(counted, records);
      host.take(SimTurns.this::check);
    }
  }
}
