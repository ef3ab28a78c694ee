package trainer.master.job.api;

import java.util.List;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/** What can happen to one job. An event says "look again"; see {@code JobCore}. */
public sealed interface JobEvent {
  /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Started event);

    void on(Indexed event);

    void on(IndexFailed event);

    void on(Standing event);

    void on(ContainerSeen event);

    void on(ContainerEnded event);

    void on(Registering event);

    void on(Said event);

    void on(Disconnected event);

    void on(KillAsked event);

    void on(StopAsked event);

    void on(ScaleAsked event);

    void on(ContainerLeaving event);

    void on(NodesNoted event);

    void on(ClusterLost event);

    void on(Published event);

    void on(PublishDelayed event);

    void on(PublishFailed event);

    void on(NotPublished event);

    void on(CheckpointStored event);

    void on(CheckpointNotStored event);

    void on(WindowSafe event);

    void on(Tick event);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** The master leads: it has its term. */
  record Started(long term) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The input is cut.
   *
   * @param digest over path, length and modification time of every file
   * @param validation the blocks of {@code trainer.validation.input}, or null
   * @param bad broken records of both that no block holds
   */
  record Indexed(BlockIndex training, String digest, BlockIndex validation, BadRecords bad)
      implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The input could not be cut. */
  record IndexFailed(Failure failure) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: how many containers of a role are wanted, granted and launched.
   *
   * @param explanation what the queue and cluster have, for the waiting message
   */
  record Standing(Role role, int wanted, int granted, int launched, String explanation)
      implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: a container is now the role's process {@code index}; it is being launched. Only
   * a process in the container last seen for its index may register.
   *
   * @param requestedAt when it was asked for, epoch milliseconds
   * @param launchedAt when the launch was ordered, epoch milliseconds
   * @param previous whether an earlier master launched it, so that its process has to find this one
   * @param released whether an earlier master has stopped it: it has only to end
   */
  record ContainerSeen(
      Role role,
      int index,
      String containerId,
      String host,
      long requestedAt,
      long launchedAt,
      boolean previous,
      boolean released)
      implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: a container is gone for good.
   *
   * @param failure why, or null when it left as it was told to
   * @param taken whether the cluster took it for reasons of its own
   */
  record ContainerEnded(
      Role role, int index, String containerId, int exit, Failure failure, boolean taken)
      implements JobEvent {
    /** Whether another process in its place might well end the same way. */
    public boolean isItsOwnFault() {
      return failure != null && !taken;
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** An authenticated process asks to be a member over connection {@code connection}. */
  record Registering(long connection, FromMember.Register message) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A member said something, or several things together. */
  record Said(long incarnation, List<FromMember> messages) implements JobEvent {
    public Said(long incarnation, FromMember message) {
      this(incarnation, List.of(message));
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A member's stream broke. The connection tells it from the member's newer one, which may have
   * registered before the end of the old one was noticed.
   */
  record Disconnected(long connection, long incarnation) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Somebody entitled to it asks for the job to be killed. */
  record KillAsked(String by) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Somebody entitled to it wants training to end now, and the model as it then is. */
  record StopAsked(String by) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Somebody entitled to it wants another number of processes of a role; answered by {@link
   * JobAction.Answer}.
   */
  record ScaleAsked(long question, Role role, int count, String by) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** From the fleet: the cluster is going to take this container, soon or for certain. */
  record ContainerLeaving(String containerId, String why) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** From the fleet: the cluster does not carry this master any more; it says nothing from now. */
  record ClusterLost(String reason) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The model is in its place. */
  record Published(String modelId, String location) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** No model of this job is in its place yet; see {@link JobEffect.FindModel}. */
  record NotPublished() implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The model could not be put in its place yet; that is tried again. */
  record PublishDelayed(Failure failure) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The model could not be put in its place. */
  record PublishFailed(Failure failure) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A checkpoint is whole.
   *
   * @param digest SHA-256 of its manifest
   * @param bytes of all its files
   */
  record CheckpointStored(String folder, String digest, long bytes) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A checkpoint could not be made whole. */
  record CheckpointNotStored(String folder, Failure failure) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The journal has this bound of what may be ordered. */
  record WindowSafe(long upTo) implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Time has passed. */
  record Tick() implements JobEvent {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What is noted of nodes that failed or slowed down our processes.
   *
   * @param avoided those that get no containers now
   */
  record NodesNoted(List<Fact.NodeNoted> noted, Set<String> avoided) implements JobEvent {
    public NodesNoted {
      noted = List.copyOf(noted);
      avoided = Set.copyOf(avoided);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
