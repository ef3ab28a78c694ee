package trainer.worker.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import trainer.core.job.JobId;
import trainer.core.turns.RowsElsewhere;
import trainer.core.turns.TurnTaking;
import trainer.worker.run.Turns;

/**
 * Lets as many threads compute as the worker has cores, all of the job whose turn it is. The next
 * turn is given by {@link TurnTaking}. A turn ends when its time is over or when its job has no
 * task; a task is never interrupted. Thread-safe.
 */
final class TurnGate {
  /** How often a waiting thread looks whether the time of a turn is over. */
  private static final long CHECK_MILLIS = 5;

  /** The time that a thread may take between two tasks without its job losing the turn. */
  private static final long BETWEEN_TASKS = Duration.ofMillis(5).toNanos();

  /** The time of a block after which its thread does not count among those that compute. */
  private static final long LONG_BLOCK = Duration.ofSeconds(10).toNanos();

  private final int cores;
  private final LongSupplier clock;

  /** Two services of one job may overlap for a moment. */
  private final List<OfJob> jobs = new ArrayList<>();

  private final TurnTaking turns = new TurnTaking();
  private OfJob current;
  private long turnEnds;
  private long change;

  /** The threads that compute, with the times at which they began. */
  private final Map<Thread, Long> running = new HashMap<>();

  /**
   * @param cores threads that may compute at a time
   * @param clock in nanoseconds
   */
  TurnGate(int cores, LongSupplier clock) {
    this.cores = cores;
    this.clock = clock;
  }

  /** The turns of a job's threads, from now on. */
  synchronized OfJob add(JobId job) {
    OfJob added = new OfJob(job);
    jobs.add(added);
    return added;
  }

  /** A job is not served any more. */
  synchronized void remove(OfJob job) {
    jobs.remove(job);
    notifyAll();
  }

  /**
   * Counts rows anew if there was another change: from here on all jobs are equal.
   *
   * @param number of the last change
   */
  synchronized void since(long number) {
    if (number != change) {
      change = number;
      turns.restart();
      jobs.forEach(OfJob::restart);
    }
  }

  private boolean mayRun(OfJob of) {
    long now = clock.getAsLong();
    if (current == null || now >= turnEnds || !jobs.contains(current) || !current.isActive(now)) {
      next(now);
    }
    boolean isFree = running.values().stream().filter(began -> isShort(began, now)).count() < cores;
    boolean isUnused = current == null || !current.isReady(now); // by the job whose turn it is
    return isFree && (of == current || isUnused);
  }

  private static boolean isShort(long began, long now) {
    return now - began < LONG_BLOCK;
  }

  private void next(long now) {
    List<OfJob> active = jobs.stream().filter(one -> one.isActive(now)).toList();
    if (!active.isEmpty()) {
      jobs.forEach(one -> turns.onElsewhere(one.job, one.elsewhere.at(now)));
      JobId next = turns.next(ids(jobs), ids(active));
      current = active.stream().filter(one -> one.job.equals(next)).findFirst().orElseThrow();
      turnEnds = now + current.turnNanos;
      notifyAll();
    }
  }

  private static List<JobId> ids(List<OfJob> of) {
    return of.stream().map(one -> one.job).distinct().toList();
  }

  /** The threads of one job. */
  final class OfJob implements Turns {
    private final JobId job;
    private final RowsElsewhere elsewhere = new RowsElsewhere();
    private long turnNanos;
    private int waiting;
    private final Map<Thread, Long> began = new HashMap<>();
    private long counted;
    private long endedAt = -BETWEEN_TASKS;
    private long busyNanos;

    private OfJob(JobId job) {
      this.job = job;
    }

    /** Whether a thread of the job waits for its turn, or is about to: it has just ended a task. */
    private boolean isReady(long now) {
      return waiting > 0 || now - endedAt < BETWEEN_TASKS;
    }

    /** Whether the job has something to compute; a block of very long does not count. */
    private boolean isActive(long now) {
      return isReady(now) || began.values().stream().anyMatch(one -> isShort(one, now));
    }

    /**
     * Sets the longest turn.
     *
     * @param rows that other workers have computed since the last change
     */
    void turn(long nanos, long rows) {
      synchronized (TurnGate.this) {
        turnNanos = nanos;
        elsewhere.onReport(rows, clock.getAsLong());
      }
    }

    private void restart() {
      elsewhere.restart();
    }

    /** The time of computing so far, summed over the threads. */
    long busyNanos() {
      synchronized (TurnGate.this) {
        return busyNanos;
      }
    }

    @Override
    public void begin() throws InterruptedException {
      synchronized (TurnGate.this) {
        waiting++;
        try {
          while (!mayRun(this)) {
            TurnGate.this.wait(CHECK_MILLIS);
          }
        } finally {
          waiting--;
        }
        enter();
      }
    }

    @Override
    public void pass(long records) {
      synchronized (TurnGate.this) { // nobody sees the job without a thread between the two
        end(records);
        try {
          begin();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          enter(); // its task is about to be given up, and ends like any other
        }
      }
    }

    private void enter() {
      synchronized (TurnGate.this) {
        running.put(Thread.currentThread(), clock.getAsLong());
        began.put(Thread.currentThread(), clock.getAsLong());
      }
    }

    @Override
    public void end(long records) {
      synchronized (TurnGate.this) {
        endedAt = clock.getAsLong();
        running.remove(Thread.currentThread());
        busyNanos += endedAt - began.remove(Thread.currentThread());
        turns.onScored(job, Math.max(0, records - counted));
        counted = Math.max(counted, records);
        TurnGate.this.notifyAll();
      }
    }
  }
}
