package trainer.master.job.api;

import java.util.List;
import trainer.core.job.Role;

/** A request of one job to the fleet of containers, which runs in the same core. */
public sealed interface FleetRequest {
  /** Dispatches on the kind of request; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Want request);

    void on(GiveBack request);

    void on(Registered request);

    void on(Blame request);

    void on(Absolve request);

    void on(Slow request);

    void on(Isolate request);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * Sets the indices of a role that the job wants processes for. An omitted index loses its open
   * ask; its running container stays until {@link GiveBack}.
   *
   * @param hosts where the processes run best, the best first; empty: anywhere
   */
  record Want(Role role, List<Integer> indices, List<String> hosts) implements FleetRequest {
    public Want {
      indices = List.copyOf(indices);
      hosts = List.copyOf(hosts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Gives a container back that is no longer needed. If its index is still wanted, another
   * container is asked for.
   *
   * @param force false: it is expected to end by itself; true: it is stopped
   */
  record GiveBack(String containerId, boolean force) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Reports that the process of this container has registered, so it runs. */
  record Registered(String containerId) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Reports a failed container whose node may be to blame. */
  record Blame(String containerId, String host, String why) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Reports that the node of this container is not to blame for its end. */
  record Absolve(String containerId) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Has the job's workers serve no other job, or lets them. A job with containers of its own has
   * that anyway.
   */
  record Isolate(boolean isTo) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Reports that the process of this container is slow, or has recovered. */
  record Slow(String containerId, boolean isSlow) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
