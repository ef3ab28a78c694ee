package trainer.client.run;

import java.util.Map;
import java.util.TreeMap;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

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
   * The settings of the job; unchanged for any other job, and where the session has no pool.
   *
   * @param job the settings as given
   */
  static Map<String, String> of(Map<String, String> job, Settings session) {
    boolean isScoring = job.containsKey(Keys.SCORE_MODEL_URI.name());
    if (!isScoring || !session.isSet(Keys.WORKERS)) {
      return job;
    }
    Map<String, String> pooled = new TreeMap<>(job);
    int pool = session.get(Keys.WORKERS);
    int asked = Settings.of(job).isSet(Keys.WORKERS) ? Settings.of(job).get(Keys.WORKERS) : pool;
    pooled.put(Keys.WORKERS.name(), "" + Math.min(pool, asked));
    pooled.put(Keys.WORKERS_MIN.name(), "1");
    pooled.put(Keys.WORKERS_MAX.name(), "" + Math.min(pool, asked));
    pooled.put(Keys.START.name(), "min");
    pooled.put(Keys.ALLOCATION_TIMEOUT.name(), FOR_EVER);
    pooled.putIfAbsent(Keys.TASK_TIMEOUT_LEAST.name(), OF_A_TASK);
    pooled.put(Keys.WORKER_MEMORY_MB.name(), "" + session.get(Keys.WORKER_MEMORY_MB));
    pooled.put(Keys.WORKER_VCORES.name(), "" + session.get(Keys.WORKER_VCORES));
    return pooled;
  }
}
