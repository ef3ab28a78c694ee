package trainer.master.fleet;

import java.util.List;
import java.util.Set;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** A request of the fleet to the cluster's adapter (YARN, or local child processes). */
public sealed interface FleetAction {
  /** The priority of a standby's container, by which each attempt knows it. */
  int STANDBY_PRIORITY = 3;

  /** Dispatches on the kind of action; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Ask action);

    void on(CancelAsk action);

    void on(Launch action);

    void on(Release action);

    void on(Avoid action);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * Asks for one container. The ask's number (YARN's allocationRequestId) lets each grant find its
   * role.
   *
   * @param priority lower is more urgent: pservers 1, workers 2, standbys 3
   * @param hosts where it may be; anywhere if there are none
   */
  record Ask(long ask, Role role, int memoryMb, int vcores, int priority, List<String> hosts)
      implements FleetAction {
    public Ask {
      hosts = List.copyOf(hosts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Cancels an ask. */
  record CancelAsk(long ask) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Starts the role's process in the container. */
  record Launch(String containerId, JobId job, Role role, int index) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Stops the process in the container, if there is one, and gives the container back. */
  record Release(String containerId) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Excludes the hosts {@code more} from further grants, and allows {@code fewer} again. Running
   * containers stay.
   */
  record Avoid(Set<String> more, Set<String> fewer) implements FleetAction {
    public Avoid {
      more = Set.copyOf(more);
      fewer = Set.copyOf(fewer);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
