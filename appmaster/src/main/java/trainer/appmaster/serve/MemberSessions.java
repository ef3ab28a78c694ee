package trainer.appmaster.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.core.failure.Failpoint;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;

/**
 * The streams of all members: turns what comes in into events, and carries actions out.
 *
 * <p>A stream is a numbered connection until the core accepts the process on it as an incarnation;
 * from then on what it says is the incarnation's. When a member comes back on a new stream, the old
 * one's end means nothing. Sending does not wait for the receiver.
 */
public final class MemberSessions implements MemberListener {
  private static final Logger LOG = LoggerFactory.getLogger(MemberSessions.class);

  private record MemberId(JobId job, long incarnation) {}

  private final Mailbox mailbox;
  private final Set<JobId> jobs = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();
  private final Map<MemberLink, Connection> byLink = new ConcurrentHashMap<>();
  private final Map<Long, Connection> byNumber = new ConcurrentHashMap<>();
  private final Map<MemberId, Connection> members = new ConcurrentHashMap<>();

  /** Those that are to be told something; the core thread's. */
  private final Set<Connection> untold = new LinkedHashSet<>();

  public MemberSessions(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  /** The processes of this job are let in from now on; those that came earlier come again. */
  public void admit(JobId job) {
    jobs.add(job);
  }

  @Override
  public void opened(MemberLink link) {
    Optional<JobId> job = jobs.stream().filter(one -> link.peer().isFor(one.toString())).findAny();
    if (job.isEmpty()) {
      link.close();
      return;
    }
    Connection connection = new Connection(connections.incrementAndGet(), job.get(), link);
    byLink.put(link, connection);
    byNumber.put(connection.number, connection);
  }

  @Override
  public void said(MemberLink link, List<FromMember> messages) {
    Connection connection = byLink.get(link);
    if (connection != null) {
      connection.said(messages);
    }
  }

  @Override
  public void closed(MemberLink link, String why) {
    Connection connection = byLink.remove(link);
    if (connection != null) {
      LOG.info("The stream of {} ended: {}", link.peer().from(), why);
      byNumber.remove(connection.number);
      connection.closed();
    }
  }

  /** The process on the connection is a member from now on. */
  public void accept(JobId job, JobEffect.Accept action) {
    Connection connection = byNumber.get(action.connection());
    if (connection == null) {
      mailbox.offer(job, new JobEvent.Disconnected(action.connection(), action.incarnation()));
      return;
    }
    Connection before = members.put(new MemberId(job, action.incarnation()), connection);
    connection.accepted(action.incarnation());
    if (before != null && before != connection) {
      before.link.close();
    }
  }

  /** The process on the connection is told to leave. */
  public void refuse(JobEffect.Refuse action) {
    Connection connection = byNumber.get(action.connection());
    if (connection != null) {
      LOG.info("Refused {}: {}", connection.link.peer().from(), action.reason());
      connection.link.send(new ToMember.Refused(action.term(), action.reason()));
      connection.link.close();
    }
  }

  /** Says something to a member with {@link #sendAll}; nothing when its stream is gone. */
  public void send(JobId job, JobEffect.Send action) {
    Connection connection = members.get(new MemberId(job, action.incarnation()));
    if (connection != null) {
      String name = action.message().getClass().getSimpleName();
      if (Failpoint.isArmed("master.before" + name)) {
        sendAll(); // what came before it is on its way, to whomever
        Failpoint.hit("master.before" + name);
      }
      connection.untold.add(action.message());
      untold.add(connection);
      if (Failpoint.isArmed("master.after" + name)) {
        sendAll();
        Failpoint.hit("master.after" + name);
      }
    }
  }

  /** Sends what there is for each member: what a step of the core says to one goes together. */
  public void sendAll() {
    untold.forEach(Connection::send);
    untold.clear();
  }

  /** Ends a member's stream; the core is not told of that end. */
  public void close(JobId job, JobEffect.Close action) {
    Connection connection = members.remove(new MemberId(job, action.incarnation()));
    if (connection != null) {
      connection.send();
      connection.link.close();
    }
  }

  /** One stream. {@code incarnation} is 0 until it is accepted. */
  private final class Connection {
    private final long number;
    private final JobId job;
    private final MemberLink link;
    private final List<ToMember> untold = new ArrayList<>();
    private long incarnation;
    private boolean closed;

    Connection(long number, JobId job, MemberLink link) {
      this.number = number;
      this.job = job;
      this.link = link;
    }

    /** A process registers before all else, and alone. */
    void said(List<FromMember> messages) {
      long from = incarnation();
      if (messages.get(0) instanceof FromMember.Register register) {
        mailbox.offer(job, new JobEvent.Registering(number, register));
      } else if (from != 0) {
        mailbox.offer(job, new JobEvent.Said(from, messages));
      } else {
        LOG.warn("{} spoke before it was accepted", link.peer().from());
      }
    }

    void send() {
      if (!untold.isEmpty()) {
        link.send(List.copyOf(untold));
        untold.clear();
      }
    }

    void accepted(long given) {
      boolean gone;
      synchronized (this) {
        incarnation = given;
        gone = closed;
      }
      if (gone) {
        disconnected(given);
      }
    }

    void closed() {
      long member;
      synchronized (this) {
        closed = true;
        member = incarnation;
      }
      if (member != 0) {
        disconnected(member);
      }
    }

    private synchronized long incarnation() {
      return incarnation;
    }

    private void disconnected(long member) {
      if (members.remove(new MemberId(job, member), this)) {
        mailbox.offer(job, new JobEvent.Disconnected(number, member));
      }
    }
  }
}
