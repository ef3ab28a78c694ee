package trainer.it.simulation.masters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobEvent;
import trainer.testkit.Host;
import trainer.testkit.SeededSchedule;
import trainer.testkit.Wire;

/** The connections of members to one master, which receives their messages in groups. */
public final class MemberConnections {
  private static final int LINGER_MILLIS = 400;

  private record Member(JobId job, Incarnation incarnation) {}

  private static final class Connection {
    private final long number;
    private final JobId job;
    private final Wire<FromMember, ToMember> wire;
    private final List<FromMember> received = new ArrayList<>();

    /** Of the member that the master has accepted on it, 0 before and after. */
    private Incarnation incarnation = Incarnation.NONE;

    Connection(long number, JobId job, Wire<FromMember, ToMember> wire) {
      this.number = number;
      this.job = job;
      this.wire = wire;
    }
  }

  private final Host host;
  private final SeededSchedule schedule;
  private final BiConsumer<JobId, JobEvent> master;
  private final Map<Long, Connection> connections = new HashMap<>();
  private final Map<Member, Connection> members = new HashMap<>();
  private long last;

  /**
   * @param host of the master
   * @param master receives the events of the connections
   */
  public MemberConnections(Host host, SeededSchedule schedule, BiConsumer<JobId, JobEvent> master) {
    this.host = host;
    this.schedule = schedule;
    this.master = master;
  }

  public void accept(JobId job, Wire<FromMember, ToMember> wire) {
    Connection connection = new Connection(++last, job, wire);
    connections.put(connection.number, connection);
    wire.onSecond(message -> received(connection, message), () -> broken(connection));
  }

  private void received(Connection connection, FromMember message) {
    if (message instanceof FromMember.Register register) {
      master.accept(connection.job, new JobEvent.Registering(connection.number, register));
    } else if (connection.incarnation.number() != 0) {
      connection.received.add(message);
      if (schedule.below(3) == 0) {
        host.afterMillis(1, () -> pass(connection));
      } else {
        pass(connection);
      }
    }
  }

  /** Passes all messages since the last time as one group. */
  private void pass(Connection connection) {
    if (!connection.received.isEmpty()) {
      List<FromMember> messages = List.copyOf(connection.received);
      connection.received.clear();
      master.accept(connection.job, new JobEvent.Received(connection.incarnation, messages));
    }
  }

  private void broken(Connection connection) {
    pass(connection);
    if (connection.incarnation.number() != 0) {
      members.remove(new Member(connection.job, connection.incarnation), connection);
      master.accept(
          connection.job, new JobEvent.Disconnected(connection.number, connection.incarnation));
    }
  }

  /** The connection of this number is the one of a member from now on. */
  public void bind(long number, Incarnation incarnation) {
    Connection connection = connections.get(number);
    connection.incarnation = incarnation;
    if (connection.wire.isBroken()) {
      // Behind what the master does now, as all its events are.
      host.afterMillis(
          0, () -> master.accept(connection.job, new JobEvent.Disconnected(number, incarnation)));
      return;
    }
    Connection before = members.put(new Member(connection.job, incarnation), connection);
    if (before != null && before != connection) {
      before.incarnation = Incarnation.NONE;
    }
  }

  /** Sends a refusal on a connection, and ends it. */
  public void refuse(long number, ToMember.Refused refusal) {
    Connection connection = connections.get(number);
    connection.wire.sayFromSecond(refusal);
    breakLater(connection);
  }

  /** Whether a member has a connection to send on. */
  public boolean has(JobId job, Incarnation incarnation) {
    return members.containsKey(new Member(job, incarnation));
  }

  public void send(JobId job, Incarnation incarnation, ToMember message) {
    members.get(new Member(job, incarnation)).wire.sayFromSecond(message);
  }

  public void close(JobId job, Incarnation incarnation) {
    Connection connection = members.remove(new Member(job, incarnation));
    if (connection != null) {
      breakLater(connection);
    }
  }

  private void breakLater(Connection connection) {
    schedule.afterMillis(LINGER_MILLIS, connection.wire::breakOff);
  }
}
