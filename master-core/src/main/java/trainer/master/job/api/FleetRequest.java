package trainer.master.job.api;

import java.util.List;
import trainer.core.job.Role;

/** A request of one job to the fleet of containers, which is in the same core. */
public sealed interface FleetRequest {
  /** Dispatches on the kind of request; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Want request);

    void on(GiveBack request);

    void on(Heard request);

    void on(Blame request);

    void on(Absolve request);

    void on(Slow request);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /**
   * Processes of the role are wanted under these indices. Leaving one out takes its open ask back;
   * it stops no running container, {@link GiveBack} does.
   */
  record Want(Role role, List<Integer> indices) implements FleetRequest {
    public Want {
      indices = List.copyOf(indices);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The container is not needed any more. When its index is still wanted, another one is asked for.
   *
   * @param force false: it is expected to end by itself now; true: stop it
   */
  record GiveBack(String containerId, boolean force) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The process of this container has registered, so it runs. */
  record Heard(String containerId) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** This container failed, and its node may be to blame. */
  record Blame(String containerId, String host, String why) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The node of this container is not to blame for its end. */
  record Absolve(String containerId) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The process of this container is slow, or not any more. */
  record Slow(String containerId, boolean isSlow) implements FleetRequest {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
