package trainer.journal;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.journal.keys.GuardedKeys;

/**
 * The state store on keys with transactions, as in ZooKeeper and etcd.
 *
 * <ul>
 *   <li>{@code /trainer/<application id>/term} is the lock;
 *   <li>{@code /trainer/<application id>/fleet} is the fleet's log;
 *   <li>{@code /trainer/<job id>/task_queues} is a job's log.
 * </ul>
 *
 * <p>The key of a log holds a pointer to the numbered parts below it.
 */
public final class KeyedStateStore implements StateStore {
  /** The key above all keys of this store. */
  static final String ROOT = "/trainer";

  private final GuardedKeys keys;
  private final String application;
  private final TermLock lock;
  private final Map<Optional<JobId>, HeldLog> logs = new HashMap<>();

  /**
   * @param keys closed with this store
   * @param application the id of the application or local run
   */
  public KeyedStateStore(GuardedKeys keys, String application) {
    this.keys = keys;
    this.application = application;
    this.lock = new TermLock(keys, ROOT + "/" + application + "/term");
  }

  @Override
  public Term takeTerm() throws IOException {
    if (lock.term().number() != 0) {
      throw new IllegalStateException("term " + lock.term() + " was taken already");
    }
    lock.take();
    return lock.term();
  }

  @Override
  public Log log(JobId job) {
    return logs.computeIfAbsent(
        Optional.ofNullable(job),
        key -> new HeldLog(segments(job), () -> lock.term().number() != 0));
  }

  @Override
  public void release(JobId job) throws IOException {
    HeldLog log = logs.remove(Optional.of(job));
    if (log != null) {
      log.close();
    }
  }

  private KeyedSegments segments(JobId job) {
    String key = ROOT + (job == null ? "/" + application + "/fleet" : "/" + job + "/task_queues");
    return new KeyedSegments(keys, key, lock);
  }

  @Override
  public void close() {
    keys.close();
  }
}
