package trainer.master.fleet;

import java.util.Set;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** What the fleet wants of the cluster's adapter (YARN, or local child processes). */
public sealed interface FleetAction {
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
   * Ask for one container. Asks are numbered (YARN's allocationRequestId), so that each grant finds
   * the role it is for.
   *
   * @param priority lower is more urgent: pservers 1, workers 2
   */
  record Ask(long ask, Role role, int memoryMb, int vcores, int priority) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Take an ask back. */
  record CancelAsk(long ask) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Start the role's process in the container. */
  record Launch(String containerId, JobId job, Role role, int index) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Stop what runs in the container, if anything does, and give it back. */
  record Release(String containerId) implements FleetAction {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Grant nothing on the hosts {@code more} any more, and on the hosts {@code fewer} again. What
   * runs there goes on.
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
