package trainer.core.message;

import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.table.PartitionMap;

/**
 * A message from the master to a member (a pserver or worker) on its session stream.
 *
 * <p>Each message carries the master's term. A member remembers the highest term it has seen and
 * refuses orders of a lower one. The stream preserves the order of messages. The member's session
 * handles refusals, probes, requests for threads and news of leaders itself, and passes on all
 * others ({@link ToRole}).
 *
 * <p>Messages sent just before a stream broke may be lost. When a member registers again with its
 * incarnation, the master therefore repeats every order that is still open. A member that has
 * already carried out a repeated order answers it again.
 */
public sealed interface ToMember
    permits ToMember.Refused,
        ToMember.Probe,
        ToMember.ShowThreads,
        ToMember.StandbyNamed,
        ToMember.Leads,
        ToMember.ClusterOrder,
        ToRole {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Refused message);

    void on(Probe message);

    void on(ShowThreads message);

    void on(StandbyNamed message);

    void on(Leads message);

    void on(ClusterOrder message);

    void on(ToRole message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  /** The term of the master that sends the message. */
  Term term();

  /**
   * Answers {@link FromMember.Register}.
   *
   * @param incarnation the number of this process from now on
   * @param line the line in force, or 0 before the first
   * @param base the version at which that line begins
   * @param lastBack the newest line that rolled back to a checkpoint, 0 if none
   * @param map the placement of the partitions, or null before the first map
   */
  record Welcome(
      Term term, Incarnation incarnation, Line line, Version base, Line lastBack, PartitionMap map)
      implements ToRole {
    @Override
    public void to(ToRole.Handler handler) {
      handler.on(this);
    }
  }

  /** Refuses a registration or an old incarnation. The process then leaves. */
  record Refused(Term term, String reason) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A new line: the versions after {@code base} are decided anew. Sent to pservers, which answer
   * with {@link FromPserver.LineAccepted}, and to workers, which drop shares of older lines and
   * route by the map.
   *
   * @param lineOfBase the line under which {@code base} was made, for a replica that is one version
   *     behind
   * @param lastBack the newest line that rolled back to a checkpoint, 0 if none
   * @param checkpoint the folder of the checkpoint it rolled back to, empty for the initial values
   */
  record NewLine(
      Term term,
      Line line,
      Version base,
      Line lineOfBase,
      Line lastBack,
      PartitionMap map,
      String checkpoint)
      implements ToRole {
    @Override
    public void to(ToRole.Handler handler) {
      handler.on(this);
    }
  }

  /** A probe. Answered by {@link FromMember.Heartbeat} with this number. */
  record Probe(Term term, long number) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Asks for the stacks of all threads. Answered by {@link FromMember.Threads} with this number.
   */
  record ShowThreads(Term term, long number) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Names the master that will lead when this one is gone. The member opens a second stream to it,
   * and waits there for {@link Leads}.
   */
  record StandbyNamed(Term term, String host, int port) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The sender leads. The first message on a stream that was opened before; the member registers on
   * it. Repeated to a standby, so that it notices a leader that has stopped.
   */
  record Leads(Term term) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * What a leader without a right of its own asks of the cluster. Sent to the master that the
   * cluster started, which follows it.
   *
   * @param text JSON, known to masters alone
   */
  record ClusterOrder(Term term, String text) implements ToMember {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** Ends the process: it completes its logs, sends {@link FromMember.Exiting} and leaves. */
  record Leave(Term term, String reason) implements ToRole {
    @Override
    public void to(ToRole.Handler handler) {
      handler.on(this);
    }
  }
}
