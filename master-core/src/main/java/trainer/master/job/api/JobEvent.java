package trainer.master.job.api;

import java.util.List;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/** An event of one job. An event triggers a new decision; see {@code JobCore}. */
public sealed interface JobEvent {
  /** Dispatches on the group of an event. */
  interface Handler {
    void on(OfShell event);

    void on(OfCluster event);

    void on(OfMember event);

    void on(OfUser event);
  }

  /** Calls the handler's method for this group. */
  void to(Handler handler);

  /** An answer of the shell: about the term, the input, the output, checkpoints, or the time. */
  sealed interface OfShell extends JobEvent {
    /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
    interface ShellHandler {
      void on(Started event);

      void on(Indexed event);

      void on(IndexFailed event);

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
    void to(ShellHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /** News of containers and nodes. */
  sealed interface OfCluster extends JobEvent {
    /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
    interface ClusterHandler {
      void on(Standing event);

      void on(ContainerSeen event);

      void on(ContainerEnded event);

      void on(ContainerLeaving event);

      void on(ContainerShared event);

      void on(NodesNoted event);

      void on(ClusterLost event);
    }

    /** Calls the handler's method for this kind. */
    void to(ClusterHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /** News of a connection or message of a member. */
  sealed interface OfMember extends JobEvent {
    /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
    interface MemberHandler {
      void on(Registering event);

      void on(Received event);

      void on(Disconnected event);
    }

    /** Calls the handler's method for this kind. */
    void to(MemberHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /** A request of a user. */
  sealed interface OfUser extends JobEvent {
    /** Dispatches on the kind of event; a new kind breaks the build wherever it is not handled. */
    interface UserHandler {
      void on(KillAsked event);

      void on(StopAsked event);

      void on(ScaleAsked event);
    }

    /** Calls the handler's method for this kind. */
    void to(UserHandler handler);

    @Override
    default void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The master has taken its term and leads.
   *
   * @param silentHost the host of an earlier leader that fell silent; empty if none did
   */
  record Started(Term term, String silentHost) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /**
   * The block index is built.
   *
   * @param digest over path, length and modification time of every file
   * @param validation the blocks of {@code trainer.validation.input}, or null
   * @param bad broken records of both inputs that no block holds
   * @param origin the facts of an earlier job that this one goes on from: the checkpoint or model
   *     that it begins with, and what was known at it; empty for a job that begins anew
   */
  record Indexed(
      BlockIndex training, String digest, BlockIndex validation, BadRecords bad, List<Fact> origin)
      implements OfShell {
    public Indexed {
      origin = List.copyOf(origin);
    }

    /** The index of a job that begins anew. */
    public Indexed(BlockIndex training, String digest, BlockIndex validation, BadRecords bad) {
      this(training, digest, validation, bad, List.of());
    }

    /** The same for a job that goes on from another. */
    public Indexed from(List<Fact> facts) {
      return new Indexed(training, digest, validation, bad, facts);
    }

    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** The block index could not be built. */
  record IndexFailed(Failure failure) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: the numbers of containers of a role that are wanted, granted and launched.
   *
   * @param explanation the resources of the queue and the cluster, for the waiting message
   */
  record Standing(Role role, int wanted, int granted, int launched, String explanation)
      implements OfCluster {
    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: a container is assigned to a role and index, and is being launched. Its process
   * may register until the container has ended or was stopped.
   *
   * @param requestedAt the time of the ask, in epoch milliseconds
   * @param launchedAt the time of the launch order, in epoch milliseconds
   * @param previous whether an earlier master launched it, so that its process has to find this one
   * @param released whether an earlier master stopped it, so that only its end is awaited
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
      implements OfCluster {
    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /**
   * From the fleet: a container has ended.
   *
   * @param failure the cause, or null if the end was requested
   * @param taken whether the cluster took it for its own reasons
   */
  record ContainerEnded(
      Role role, int index, String containerId, int exit, Failure failure, boolean taken)
      implements OfCluster {
    /** Whether a replacement is likely to end the same way. */
    public boolean isItsOwnFault() {
      return failure != null && !taken;
    }

    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /** An authenticated process asks to become a member over connection {@code connection}. */
  record Registering(long connection, FromMember.Register message) implements OfMember {
    @Override
    public void to(OfMember.MemberHandler handler) {
      handler.on(this);
    }
  }

  /** Messages of a member that arrived together. */
  record Received(Incarnation incarnation, List<FromMember> messages) implements OfMember {
    public Received(Incarnation incarnation, FromMember message) {
      this(incarnation, List.of(message));
    }

    @Override
    public void to(OfMember.MemberHandler handler) {
      handler.on(this);
    }
  }

  /**
   * A member's stream broke. The connection distinguishes it from the member's newer stream, which
   * may have registered before the end of the old one was detected.
   */
  record Disconnected(long connection, Incarnation incarnation) implements OfMember {
    @Override
    public void to(OfMember.MemberHandler handler) {
      handler.on(this);
    }
  }

  /** An authorised user asks to kill the job. */
  record KillAsked(String by) implements OfUser {
    @Override
    public void to(OfUser.UserHandler handler) {
      handler.on(this);
    }
  }

  /** An authorised user asks to end training now, with the model as it then is. */
  record StopAsked(String by) implements OfUser {
    @Override
    public void to(OfUser.UserHandler handler) {
      handler.on(this);
    }
  }

  /** An authorised user asks for another number of processes; see {@link JobEffect.Answer}. */
  record ScaleAsked(long question, Role role, int count, String by) implements OfUser {
    @Override
    public void to(OfUser.UserHandler handler) {
      handler.on(this);
    }
  }

  /** From the fleet: the cluster will take this container, soon or for certain. */
  record ContainerLeaving(String containerId, String why) implements OfCluster {
    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /** From the pool: the process of this service serves other jobs, too, or no longer. */
  record ContainerShared(String containerId, boolean isShared) implements OfCluster {
    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /** From the fleet: the cluster no longer accepts this master and sends no more events. */
  record ClusterLost(String reason) implements OfCluster {
    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }

  /** The model is at its output path. */
  record Published(String modelId, String location) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** No model of this job is at its output path yet; see {@link JobEffect.FindModel}. */
  record NotPublished() implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** The model could not be published yet; the attempt is repeated. */
  record PublishDelayed(Failure failure) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** The model could not be published. */
  record PublishFailed(Failure failure) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** A checkpoint is complete: the SHA-256 of its manifest, and the bytes of all its files. */
  record CheckpointStored(String folder, String digest, long bytes) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** A checkpoint could not be completed. */
  record CheckpointNotStored(String folder, Failure failure) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** The journal has this bound of the order window. */
  record WindowSafe(long upTo) implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** Time has passed. */
  record Tick() implements OfShell {
    @Override
    public void to(OfShell.ShellHandler handler) {
      handler.on(this);
    }
  }

  /** From the fleet: the nodes on which processes failed or were slow, and those it avoids. */
  record NodesNoted(List<FleetFact.NodeNoted> noted, Set<String> avoided) implements OfCluster {
    public NodesNoted {
      noted = List.copyOf(noted);
      avoided = Set.copyOf(avoided);
    }

    @Override
    public void to(OfCluster.ClusterHandler handler) {
      handler.on(this);
    }
  }
}
