package trainer.client.run;

import java.util.Map;
import java.util.TreeMap;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;

/**
 * The settings of a scoring job whose rows the workers of a session's pool make. It begins with any
 * worker, wants all of the pool unless it asks for fewer, and waits for its turn however long that
 * takes.
 */
final class PooledSettings {
  private static final String FOR_EVER = "720h";

  /** A task of a worker that serves other jobs, too, takes as many times as long. */
  private static final String OF_A_TASK = "10m";

  private PooledSettings() {}

  /**
   * The settings before the model's place is decided: the size of the pool's workers.
   *
   * @param job the settings as given
   */
  static Map<String, String> sized(Map<String, String> job, Settings session) {
    boolean isScoring = job.containsKey(Keys.SCORE_MODEL_URI.name());
    if (!isScoring || !session.isSet(Keys.WORKERS)) {
      return job;
    }
    Map<String, String> sized = new TreeMap<>(job);
    sized.put(Keys.WORKER_MEMORY_MB.name(), "" + session.get(Keys.WORKER_MEMORY_MB));
    sized.put(Keys.WORKER_NATIVE_MB.name(), "" + session.get(Keys.WORKER_NATIVE_MB));
    sized.put(Keys.WORKER_VCORES.name(), "" + session.get(Keys.WORKER_VCORES));
    return sized;
  }

  /** The job as the session is given it; unchanged if the pool does not serve it. */
  static JobSpec of(JobSpec job, JobSpec session) {
    if (!job.isPooledBy(session)) {
      return job;
    }
    Settings asked = Settings.of(job.settings());
    int pool = Settings.of(session.settings()).get(Keys.WORKERS);
    int workers = asked.isSet(Keys.WORKERS) ? Math.min(pool, asked.get(Keys.WORKERS)) : pool;
    Map<String, String> pooled = new TreeMap<>(job.settings());
    pooled.put(Keys.WORKERS.name(), "" + workers);
    pooled.put(Keys.WORKERS_MIN.name(), "1");
    pooled.put(Keys.WORKERS_MAX.name(), "" + workers);
    pooled.put(Keys.START.name(), "min");
    pooled.put(Keys.ALLOCATION_TIMEOUT.name(), FOR_EVER);
    pooled.putIfAbsent(Keys.TASK_TIMEOUT_LEAST.name(), OF_A_TASK);
    return new JobSpec(
        job.id(), job.user(), job.folder(), pooled, job.model(), job.jars(), job.clientVersion());
  }
}
