package trainer.master.fleet;

import java.util.List;

/** What can happen to the containers of all jobs, as seen by the cluster's adapter. */
public sealed interface FleetEvent {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Joined event);

    void on(Granted event);

    void on(Launched event);

    void on(LaunchFailed event);

    void on(Completed event);

    void on(Leaving event);

    void on(WantedBack event);

    void on(ClusterSeen event);

    void on(ClusterSized event);

    void on(ShutdownOrdered event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** A container of an earlier master that still runs. */
  record Previous(String containerId, String host) {}

  /**
   * The cluster carries this master, and says which containers of earlier ones still run. Comes
   * before any job is started, with nothing on a fresh start; it may come again, with those that
   * the cluster itself learns of later.
   */
  record Joined(List<Previous> containers) implements FleetEvent {
    public Joined {
      containers = List.copyOf(containers);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The cluster grants a container for ask {@code ask} (possibly one that is not open any more).
   */
  record Granted(long ask, String containerId, String host) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The node has accepted the launch; the process may or may not be up. */
  record Launched(String containerId) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The node did not start it. */
  record LaunchFailed(String containerId, String reason) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster says a container has ended; may be repeated. */
  record Completed(String containerId, int exit, String diagnostics) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster is going to take these containers; may be repeated. */
  record Leaving(List<String> containerIds, String why) implements FleetEvent {
    public Leaving {
      containerIds = List.copyOf(containerIds);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The cluster is going to take these containers unless it is given others that are as large; may
   * be repeated.
   */
  record WantedBack(List<String> containerIds, String why) implements FleetEvent {
    public WantedBack {
      containerIds = List.copyOf(containerIds);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** What the queue and the cluster have now, in words, for waiting messages. */
  record ClusterSeen(String explanation) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What the cluster is like.
   *
   * @param hosts that run containers; one may run several nodes
   * @param largestMb the most memory that a container may have
   */
  record ClusterSized(int hosts, int largestMb) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The ResourceManager orders this attempt to stop (it was killed, or another one replaced it).
   */
  record ShutdownOrdered(String reason) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
