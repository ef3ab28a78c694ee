package trainer.master.fleet;

import java.util.Collection;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** Where the fleet puts what it wants done and what the jobs have to know, in order. */
public interface FleetOutbox {
  /** Appends to the fleet's roster; whatever is put in later waits until the fact is safe. */
  void before(Fact fact);

  /** Appends to the fleet's roster; nothing waits. */
  void behind(Fact fact);

  /** Wants something done by the cluster's adapter. */
  void act(FleetAction action);

  /** How a role of a job stands has changed. */
  void standing(JobId job, Role role, int wanted, int granted, int launched, String explanation);

  /**
   * A container is now the job's process of this role and index. Times are epoch milliseconds.
   *
   * @param previous whether it was launched by an earlier master, so that its process has to find
   *     this one
   * @param released whether an earlier master has stopped it: it has only to end
   */
  void seen(
      JobId job,
      Role role,
      int index,
      String containerId,
      String host,
      long requestedAt,
      long launchedAt,
      boolean previous,
      boolean released);

  /**
   * A container of the job is gone for good.
   *
   * @param failure why, or null when it was told to go
   * @param taken whether the cluster took it for reasons of its own
   */
  void ended(
      JobId job,
      Role role,
      int index,
      String containerId,
      int exit,
      Failure failure,
      boolean taken);

  /**
   * What is noted of nodes has changed.
   *
   * @param avoided those that get no containers now
   */
  void nodes(Collection<Fact.NodeNoted> noted, Set<String> avoided);

  /** The cluster is going to take a container of the job. */
  void leaving(JobId job, String containerId, String why);
}
