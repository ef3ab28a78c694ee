package trainer.master.session;

import java.util.List;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.pool.Pool;
import trainer.master.pool.PoolOutbox;

/** The pool of a session among the jobs: its orders, its requests, what it tells the jobs. */
final class CarriedPool implements PoolOutbox {
  /** The part of a worker's memory for models: four fifths of a heap of three quarters. */
  private static final double ROOM_FOR_MODELS = 0.6;

  /** The unit of memory: models take parts of the heap, or of the memory outside it. */
  private static final int WHOLE = 1000;

  private final JobSpec session;
  private final CarriedJobs jobs;
  private final Pool pool;

  /**
   * @param session under whose id the workers are known
   */
  CarriedPool(JobSpec session, CarriedJobs jobs) {
    this.session = session;
    this.jobs = jobs;
    Settings settings = Settings.of(session.settings());
    this.pool =
        new Pool(settings.get(Keys.WORKERS), WHOLE, settings.get(Keys.HEARTBEAT_TIMEOUT), this);
  }

  Pool pool() {
    return pool;
  }

  /** Adds a job if the pool's workers are to serve it. */
  void add(JobSpec job, String digest) {
    if (job.isPooledBy(session)) {
      Settings settings = Settings.of(job.settings());
      pool.add(
          job.id(),
          digest,
          part(settings),
          settings.find(Keys.SCORE_EXPECTED_RATE).map(Float::doubleValue).orElse(Double.NaN));
    }
  }

  /** The part of a worker's room for models of its kind that a job's takes. */
  private int part(Settings job) {
    Settings pool = Settings.of(session.settings());
    int outside = pool.get(Keys.WORKER_NATIVE_MB);
    double room =
        job.appliesForeignModel()
            ? outside
            : ROOM_FOR_MODELS * (pool.get(Keys.WORKER_MEMORY_MB) - outside);
    return (int) Math.ceil(WHOLE * job.get(Keys.SCORE_MODEL_MB) / Math.max(1, room));
  }

  @Override
  public void act(JobEffect effect) {
    jobs.act(new Action.OfJob(session.id(), effect));
  }

  @Override
  public void tell(JobId job, JobEvent event) {
    jobs.later(() -> jobs.handle(job, event));
  }

  @Override
  public void want(List<Integer> workers) {
    jobs.ask(
        (fleet, out) -> fleet.want(session.id(), Role.WORKER, workers, List.of(), jobs.now(), out));
  }

  @Override
  public void giveBack(String container, boolean force) {
    jobs.ask((fleet, out) -> fleet.giveBack(container, force, jobs.now(), out));
  }

  @Override
  public void registered(String container) {
    jobs.ask((fleet, out) -> fleet.onRegistered(container, jobs.now(), out));
  }

  @Override
  public int tasks(JobId job) {
    return jobs.openTasks(job);
  }
}
