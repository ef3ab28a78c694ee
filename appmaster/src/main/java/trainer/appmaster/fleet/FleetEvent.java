package trainer.appmaster.fleet;

/** What can happen to the containers of all jobs, as seen by the cluster's adapter. */
public sealed interface FleetEvent {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Granted event);

    void on(Launched event);

    void on(LaunchFailed event);

    void on(Completed event);

    void on(ClusterSeen event);

    void on(ShutdownOrdered event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

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

  /** What the queue and the cluster have now, in words, for waiting messages. */
  record ClusterSeen(String explanation) implements FleetEvent {
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
