package trainer.master.fleet;

import java.util.List;

/** An event about the containers of all jobs, from the cluster's adapter. */
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
   * The cluster has accepted this master and lists the containers of earlier ones that still run.
   * Arrives before any job is started; the list is empty on a fresh start. It may be repeated, with
   * containers that the cluster learned of later.
   *
   * @param isWhole whether no container runs that is not in the list
   */
  record Joined(List<Previous> containers, boolean isWhole) implements FleetEvent {
    public Joined {
      containers = List.copyOf(containers);
    }

    /** A list that may not be whole. */
    public Joined(List<Previous> containers) {
      this(containers, false);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster grants a container for ask {@code ask}, which may not be open any more. */
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

  /** The node did not start the process. */
  record LaunchFailed(String containerId, String reason) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster reports the end of a container; may be repeated. */
  record Completed(String containerId, int exit, String diagnostics) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster will take these containers; may be repeated. */
  record Leaving(List<String> containerIds, String why) implements FleetEvent {
    public Leaving {
      containerIds = List.copyOf(containerIds);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The cluster will take these containers unless it is given others as large; may be repeated. */
  record WantedBack(List<String> containerIds, String why) implements FleetEvent {
    public WantedBack {
      containerIds = List.copyOf(containerIds);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The resources of the queue and the cluster, in words, for waiting messages. */
  record ClusterSeen(String explanation) implements FleetEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The size of the cluster.
   *
   * @param hosts the hosts that run containers; a host may run several nodes
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
