package trainer.master.pool;

import java.util.List;
import trainer.core.job.JobId;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** Receives what a {@link Pool} wants. */
public interface PoolOutbox {
  /** Has the shell carry out an effect of the session: a message to a worker, or its admission. */
  void act(JobEffect effect);

  /** Tells a job about a worker that serves it. */
  void tell(JobId job, JobEvent event);

  /** Wants a container for each of these workers. */
  void want(List<Integer> workers);

  /**
   * Gives a container back.
   *
   * @param force false: it is expected to end by itself; true: it is stopped
   */
  void giveBack(String container, boolean force);

  /** The process of a container has registered. */
  void registered(String container);

  /** The tasks of a job that are not computed yet. */
  int tasks(JobId job);
}
