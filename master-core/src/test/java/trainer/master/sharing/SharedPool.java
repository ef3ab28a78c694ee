package trainer.master.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.random.SplitMix64;
import trainer.core.turns.TurnTaking;

/**
 * A simulated pool of workers in virtual time. Workers load models in the background for three
 * seconds, take turns, and are up to a tenth faster or slower than others; speeds are measured as
 * the rows of the last ten seconds by the busy seconds of these.
 */
final class SharedPool {
  static final double WINDOW = 10;
  private static final double LOADING = 3;

  /** A job with its true speed; the session expects another one, or knows none. */
  static final class Job {
    final JobId id;
    final MeasuredSpeed measured;
    final int memoryMb;
    double speed;
    long rowsLeft;
    long rows;
    final Deque<double[]> turns = new ArrayDeque<>();

    Job(int number, double speed, double expected, long rows, int memoryMb) {
      this.id = new JobId("application_1_0001", number);
      this.speed = speed;
      this.measured = new MeasuredSpeed(expected);
      this.rowsLeft = rows;
      this.memoryMb = memoryMb;
    }

    /** Rows a second of the window. */
    double rate(double now) {
      while (!turns.isEmpty() && turns.peekFirst()[0] < now - WINDOW) {
        turns.removeFirst();
      }
      return turns.stream().mapToDouble(turn -> turn[1]).sum() / WINDOW;
    }
  }

  private static final class Worker {
    final Incarnation id;
    final int memoryMb;
    final double factor;
    final Set<JobId> loaded = new HashSet<>();
    final Map<JobId, Double> loading = new LinkedHashMap<>();
    boolean isIdle = true;
    boolean isDead;

    Worker(long number, int memoryMb, double factor) {
      this.id = new Incarnation(number);
      this.memoryMb = memoryMb;
      this.factor = factor;
    }
  }

  private record Event(double at, long order, Runnable what) {}

  private final SplitMix64 random;
  private final int settling;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparing(Event::order));
  private final Map<JobId, Job> jobs = new LinkedHashMap<>();
  private final Map<Incarnation, Worker> workers = new LinkedHashMap<>();
  private final TurnTaking turns = new TurnTaking();
  private Assignment assignment = Assignment.NONE;
  private double now;
  private long order;
  private long lastWorker;
  private double disturbedAt;
  private double idleSeconds;
  private double workerSeconds;
  private int moves;
  private int ratios;
  private double sumOfRatios;
  private double worstRatio = 1;
  private int mostCorrections;
  private int mostOfTwo;

  /**
   * @param settling seconds after a disturbance in which rates are not compared
   */
  SharedPool(long seed, int settling) {
    this.settling = settling;
    this.random = new SplitMix64(seed);
    at(0.5, this::everySecond);
  }

  double now() {
    return now;
  }

  void at(double time, Runnable what) {
    events.add(new Event(time, order++, what));
  }

  void addWorkers(int count, int memoryMb) {
    for (int i = 0; i < count; i++) {
      Worker worker = new Worker(++lastWorker, memoryMb, 0.9 + random.below(201) / 1000.0);
      workers.put(worker.id, worker);
    }
    disturb();
  }

  void loseWorker() {
    if (workers.size() > 1) {
      Worker lost = workers.values().iterator().next();
      lost.isDead = true;
      workers.remove(lost.id);
      disturb();
    }
  }

  void add(Job job) {
    jobs.put(job.id, job);
    disturb();
  }

  /** Makes the model of a job slower or faster. */
  void change(Job job, double factor) {
    job.speed *= factor;
    disturbedAt = now;
  }

  void end(Job job) {
    if (jobs.remove(job.id) != null) {
      disturb();
    }
  }

  private void disturb() {
    disturbedAt = now;
    decide();
  }

  void runUntil(double end) {
    while (!events.isEmpty() && events.peek().at <= end) {
      Event next = events.poll();
      now = next.at;
      next.what.run();
    }
    now = end;
  }

  private void everySecond() {
    decide();
    judge();
    at(now + 1, this::everySecond);
  }

  List<SharingJob> sharing() {
    List<SharingJob> all = new ArrayList<>();
    for (Job job : jobs.values()) {
      double speed = job.measured.rowsPerSecond();
      int tasks = (int) Math.min(1_000_000, Math.ceil(job.rowsLeft / job.speed));
      all.add(new SharingJob(job.id, speed, job.measured.isMeasured(), tasks, job.memoryMb));
    }
    return all;
  }

  private void decide() {
    List<PoolWorker> pool =
        workers.values().stream().map(one -> new PoolWorker(one.id, one.memoryMb)).toList();
    Assignment next = WorkerSharing.next(pool, sharing(), assignment, (long) (now * 1e9));
    if (!next.jobsOf().equals(assignment.jobsOf())) {
      moves++;
      turns.restart();
    }
    assignment = next;
    mostCorrections = Math.max(mostCorrections, next.corrections());
    long ofTwo = next.jobsOf().values().stream().filter(of -> of.size() > 1).count();
    mostOfTwo = Math.max(mostOfTwo, (int) ofTwo);
    assertHeld(next);
    for (Worker worker : workers.values()) {
      serve(worker);
    }
  }

  /** Loads the models that a worker lacks, and drops others once all are there. */
  private void serve(Worker worker) {
    List<JobId> wanted = assignment.of(worker.id);
    for (JobId id : wanted) {
      if (!worker.loaded.contains(id) && !worker.loading.containsKey(id)) {
        worker.loading.put(id, now + LOADING);
        at(now + LOADING, () -> onLoaded(worker, id));
      }
    }
    if (worker.loaded.containsAll(wanted)) {
      worker.loaded.retainAll(wanted);
    }
    if (worker.isIdle) {
      turn(worker);
    }
  }

  private void onLoaded(Worker worker, JobId id) {
    worker.loading.remove(id);
    worker.loaded.add(id);
    turns.restart();
    if (!worker.isDead) {
      serve(worker);
    }
  }

  private void turn(Worker worker) {
    List<JobId> served = assignment.of(worker.id).stream().filter(worker.loaded::contains).toList();
    List<JobId> from = served.isEmpty() ? List.copyOf(worker.loaded) : served;
    List<JobId> runnable =
        from.stream().filter(id -> jobs.containsKey(id) && jobs.get(id).rowsLeft > 0).toList();
    worker.isIdle = runnable.isEmpty() || worker.isDead;
    if (worker.isIdle) {
      return;
    }
    List<SharingJob> all = sharing();
    double[] shares = FairShares.of(workers.size(), all);
    double share = 1;
    JobId next = turns.next(from, runnable);
    for (int j = 0; j < shares.length; j++) {
      share =
          all.get(j).id().equals(next) ? all.get(j).isMeasured() ? shares[j] : Double.NaN : share;
    }
    Job job = jobs.get(next);
    double speed = job.speed * worker.factor * (0.95 + random.below(101) / 1000.0);
    long wanted = Math.max(1, Math.round(speed * TurnTaking.turn(share).toNanos() / 1e9));
    long rows = Math.min(job.rowsLeft, wanted);
    double seconds = rows / speed;
    job.rowsLeft -= rows;
    at(
        now + seconds,
        () -> {
          if (!worker.isDead) {
            job.rows += rows;
            job.turns.addLast(new double[] {now, rows, seconds});
            turns.onScored(job.id, rows);
            job.measured.onScored(rows, (long) (seconds * 1e9), (long) (now * 1e9));
            turn(worker);
          } else {
            job.rowsLeft += rows; // another worker scores them again
          }
        });
  }

  /** Compares the rates of the last ten seconds. */
  private void judge() {
    List<Job> running = jobs.values().stream().filter(job -> job.rowsLeft > 0).toList();
    boolean isWork = jobs.values().stream().anyMatch(job -> job.rowsLeft > 0);
    idleSeconds += isWork ? workers.values().stream().filter(worker -> worker.isIdle).count() : 0;
    workerSeconds += isWork ? workers.size() : 0;
    if (now - disturbedAt < settling || running.size() < 2 || running.size() < jobs.size()) {
      return;
    }
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Job job : running) {
      double rate = job.rate(now);
      least = Math.min(least, rate);
      most = Math.max(most, rate);
    }
    double ratio = most / least;
    worstRatio = Math.max(worstRatio, ratio);
    sumOfRatios += ratio;
    ratios++;
  }

  /** Ended jobs hold nobody, lost workers hold nothing, and models fit. */
  private void assertHeld(Assignment next) {
    assertThat(next.jobsOf().keySet()).isEqualTo(workers.keySet());
    next.jobsOf()
        .forEach(
            (worker, served) -> {
              assertThat(jobs.keySet()).containsAll(served);
              assertThat(served.stream().mapToInt(id -> jobs.get(id).memoryMb).sum())
                  .isLessThanOrEqualTo(workers.get(worker).memoryMb);
            });
  }

  Assignment assignment() {
    return assignment;
  }

  int moves() {
    return moves;
  }

  /** The most changes between two disturbances that only differing rates caused. */
  int mostCorrections() {
    return mostCorrections;
  }

  /** The most workers that served several jobs at a time. */
  int mostOfTwo() {
    return mostOfTwo;
  }

  /** The worst ratio of two rates of ten seconds that were compared. */
  double worstRatio() {
    return worstRatio;
  }

  double meanRatio() {
    return ratios == 0 ? 1 : sumOfRatios / ratios;
  }

  /** The part of the workers' time in which they were idle, though there was work. */
  double idle() {
    return idleSeconds / workerSeconds;
  }
}
