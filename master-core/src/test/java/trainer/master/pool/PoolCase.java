package trainer.master.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.time.Moment;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** A pool with its master, its workers and its jobs, for tests. */
abstract class PoolCase {
  static final JobId FIRST = new JobId("application_1_0001", 1);
  static final JobId SECOND = new JobId("application_1_0001", 2);
  static final long SECOND_NANOS = 1_000_000_000L;

  /** What the pool has wanted, and how many tasks each job has. */
  static final class Recorded implements PoolOutbox {
    final List<JobEffect> effects = new ArrayList<>();
    final Map<JobId, List<JobEvent>> told = new HashMap<>();
    final List<String> given = new ArrayList<>();
    final Map<JobId, Integer> tasks = new HashMap<>();
    List<Integer> wanted = List.of();

    @Override
    public void act(JobEffect effect) {
      effects.add(effect);
    }

    @Override
    public void tell(JobId job, JobEvent event) {
      told.computeIfAbsent(job, key -> new ArrayList<>()).add(event);
    }

    @Override
    public void want(List<Integer> workers) {
      wanted = workers;
    }

    @Override
    public void giveBack(String container, boolean force) {
      given.add(container + (force ? " by force" : ""));
    }

    @Override
    public void registered(String container) {}

    @Override
    public int tasks(JobId job) {
      return tasks.getOrDefault(job, 100);
    }

    <E> List<E> told(JobId job, Class<E> kind) {
      return told.getOrDefault(job, List.of()).stream()
          .filter(kind::isInstance)
          .map(kind::cast)
          .toList();
    }
  }

  final Recorded out = new Recorded();
  Pool pool;
  long nanos = 1;

  @BeforeEach
  void begins() {
    start(2);
  }

  void start(int workers) {
    pool = new Pool(workers, 1000, Duration.ofSeconds(30), out);
    at();
    pool.lead(new Term(1), "");
  }

  void at() {
    pool.begin(new Moment(nanos, nanos / 1_000_000));
  }

  void pass(Duration time) {
    nanos += time.toNanos();
    at();
    pool.tick();
  }

  void launch(int index) {
    pool.onContainer("c" + index, index, "h" + index, false);
  }

  /** A process registers, and says that it serves nothing. */
  Incarnation register(int index) {
    Incarnation worker = register(index, 0);
    if (!worker.equals(Incarnation.NONE)) {
      report(worker);
    }
    return worker;
  }

  Incarnation register(int index, long incarnation) {
    pool.handle(
        new JobEvent.Registering(
            index + 1,
            new FromMember.Register(
                new FromMember.Identity(Role.WORKER, index, "c" + index, 7),
                new FromMember.Address("h"),
                "",
                new Incarnation(incarnation))));
    return out.effects.stream()
        .filter(JobEffect.Accept.class::isInstance)
        .map(effect -> ((JobEffect.Accept) effect).incarnation())
        .reduce((before, after) -> after)
        .orElse(Incarnation.NONE);
  }

  void submit(JobId job) {
    pool.add(job, "digest", 100, Double.NaN);
    pool.want(job, List.of(0, 1));
  }

  /** The last order to a worker. */
  List<ToWorker.Serving> ordered(Incarnation worker) {
    return out.effects.stream()
        .filter(JobEffect.Send.class::isInstance)
        .map(JobEffect.Send.class::cast)
        .filter(send -> send.incarnation().equals(worker))
        .filter(send -> send.message() instanceof ToWorker.Serve)
        .map(send -> ((ToWorker.Serve) send.message()).jobs())
        .reduce((before, after) -> after)
        .orElse(List.of());
  }

  void report(Incarnation worker, FromWorker.Service... services) {
    pool.handle(new JobEvent.Received(worker, new FromWorker.Served(List.of(services), List.of())));
  }

  void reportEnded(Incarnation worker, String service) {
    pool.handle(new JobEvent.Received(worker, new FromWorker.Served(List.of(), List.of(service))));
  }

  static FromWorker.Service ready(String name, long rows) {
    return ready(name, FIRST, rows);
  }

  static FromWorker.Service ready(String name, JobId job, long rows) {
    return new FromWorker.Service(name, job, 0, true, 5, rows, rows * 1_000_000);
  }

  final long lastChange() {
    return out.effects.stream()
        .filter(JobEffect.Send.class::isInstance)
        .map(effect -> ((JobEffect.Send) effect).message())
        .filter(ToWorker.Serve.class::isInstance)
        .mapToLong(message -> ((ToWorker.Serve) message).change())
        .max()
        .orElse(-1);
  }
}
