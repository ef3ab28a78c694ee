package trainer.appmaster.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.core.failure.Failpoint;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;

/**
 * The streams of all members: incoming messages become events, and actions become outgoing
 * messages.
 *
 * <p>A stream is a numbered connection until the core accepts the process on it as an incarnation.
 * Its later messages belong to that incarnation. When a member reconnects on a new stream, the end
 * of the old one is ignored. Sending does not wait for the receiver.
 */
public final class MemberSessions implements MemberListener {
  private static final Logger LOG = LoggerFactory.getLogger(MemberSessions.class);

  private record MemberId(JobId job, Incarnation incarnation) {}

  private final Mailbox mailbox;
  private final Set<JobId> jobs = ConcurrentHashMap.newKeySet();
  private final Set<JobId> over = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();
  private final Map<MemberLink, Connection> byLink = new ConcurrentHashMap<>();
  private final Map<Long, Connection> byNumber = new ConcurrentHashMap<>();
  private final Map<MemberId, Connection> members = new ConcurrentHashMap<>();

  /** The streams of jobs that are not admitted yet, each with its registration. */
  private final Map<MemberLink, Optional<FromMember.Register>> early = new LinkedHashMap<>();

  private final ThreadRequests threads = new ThreadRequests();

  /** The connections with messages to send. Confined to the core thread. */
  private final Set<Connection> untold = new LinkedHashSet<>();

  private volatile Term leading = Term.NONE;

  /** The newest standby; null before one is known. */
  private volatile ToMember.StandbyNamed standby;

  public MemberSessions(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  /** This master leads. */
  public void lead(Term term) {
    leading = term;
  }

  /**
   * Admits the processes of this job from now on. Those that have registered already are accepted;
   * those with a stream alone are asked to register.
   */
  public synchronized void admit(JobId job) {
    jobs.add(job);
    List<MemberLink> ofJob = early.keySet().stream().filter(link -> isOf(link, job)).toList();
    for (MemberLink link : ofJob) {
      Connection connection = connect(link, job);
      early
          .remove(link)
          .ifPresentOrElse(
              register -> connection.deliver(List.of(register)),
              () -> link.send(new ToMember.Leads(leading)));
    }
  }

  /** Admits no process of this job any more: it is over. */
  public void dismiss(JobId job) {
    jobs.remove(job);
    over.add(job);
  }

  /** Sends the address of the standby to all members, present and later ones. */
  public void name(ToMember.StandbyNamed named) {
    standby = named;
    members.values().forEach(connection -> connection.link.send(named));
  }

  @Override
  public synchronized void opened(MemberLink link) {
    Optional<JobId> job = jobs.stream().filter(one -> isOf(link, one)).findAny();
    if (job.isPresent()) {
      connect(link, job.get());
    } else if (over.stream().anyMatch(one -> isOf(link, one))) {
      link.close();
    } else {
      early.put(link, Optional.empty());
    }
  }

  private static boolean isOf(MemberLink link, JobId job) {
    return link.peer().isFor(job.toString());
  }

  private Connection connect(MemberLink link, JobId job) {
    Connection connection = new Connection(connections.incrementAndGet(), job, link);
    byLink.put(link, connection);
    byNumber.put(connection.number, connection);
    return connection;
  }

  @Override
  public void onMessages(MemberLink link, List<FromMember> messages) {
    Connection connection = byLink.get(link);
    if (connection == null) {
      connection = keepEarly(link, messages);
    }
    if (connection != null) {
      connection.deliver(messages);
    }
  }

  /** Keeps a registration until its job is admitted; returns the connection if it has been. */
  private synchronized Connection keepEarly(MemberLink link, List<FromMember> messages) {
    if (early.containsKey(link) && messages.get(0) instanceof FromMember.Register register) {
      early.put(link, Optional.of(register));
    }
    return byLink.get(link);
  }

  @Override
  public void closed(MemberLink link, String why) {
    forgetEarly(link);
    Connection connection = byLink.remove(link);
    if (connection != null) {
      LOG.info("The stream of {} ended: {}", link.peer().from(), why);
      byNumber.remove(connection.number);
      connection.closed();
    }
  }

  private synchronized void forgetEarly(MemberLink link) {
    early.remove(link);
  }

  /** Makes the process on the connection a member. */
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

  /** Refuses the process on the connection and closes it; the process then leaves. */
  public void refuse(JobEffect.Refuse action) {
    Connection connection = byNumber.get(action.connection());
    if (connection != null) {
      LOG.info("Refused {}: {}", connection.link.peer().from(), action.reason());
      connection.link.send(new ToMember.Refused(action.term(), action.reason()));
      connection.link.close();
    }
  }

  /**
   * Queues a message to a member for {@link #sendAll}. Without a stream of the member it is
   * dropped.
   */
  public void send(JobId job, JobEffect.Send action) {
    Connection connection = members.get(new MemberId(job, action.incarnation()));
    if (connection != null) {
      String name = action.message().getClass().getSimpleName();
      if (Failpoint.isArmed("master.before" + name)) {
        sendAll(); // a crash at this point must not hold back the messages before it
        Failpoint.hit("master.before" + name);
      }
      connection.term = action.message().term();
      connection.untold.add(action.message());
      if (action.message() instanceof ToMember.Welcome && standby != null) {
        connection.untold.add(standby);
      }
      untold.add(connection);
      if (Failpoint.isArmed("master.after" + name)) {
        sendAll();
        Failpoint.hit("master.after" + name);
      }
    }
  }

  /**
   * Asks a member for the stacks of its threads. Thread-safe.
   *
   * @return the text; fails if the member does not answer within 5 s. Empty if it has no stream.
   */
  public Optional<CompletableFuture<String>> threads(JobId job, Incarnation incarnation) {
    return Optional.ofNullable(members.get(new MemberId(job, incarnation)))
        .map(connection -> threads.ask(connection.term, connection.link::send));
  }

  /** Sends the queued messages. A step's messages to one member go out together. */
  public void sendAll() {
    untold.forEach(Connection::send);
    untold.clear();
  }

  /** Ends a member's stream. The core gets no event of that end. */
  public void close(JobId job, JobEffect.Close action) {
    Connection connection = members.remove(new MemberId(job, action.incarnation()));
    if (connection != null) {
      connection.send();
      connection.link.close();
    }
  }

  /** One stream. {@code incarnation} is 0 until the core accepts the process. */
  private final class Connection {
    private final long number;
    private final JobId job;
    private final MemberLink link;
    private final List<ToMember> untold = new ArrayList<>();
    private Incarnation incarnation = Incarnation.NONE;
    private boolean closed;

    /** The newest term of a message to the process, which obeys no lower one. */
    private volatile Term term = Term.NONE;

    Connection(long number, JobId job, MemberLink link) {
      this.number = number;
      this.job = job;
      this.link = link;
    }

    /** Offers the messages to the core. A registration comes first, and alone in its list. */
    void deliver(List<FromMember> messages) {
      Incarnation from = incarnation();
      if (messages.get(0) instanceof FromMember.Register register) {
        mailbox.offer(job, new JobEvent.Registering(number, register));
      } else if (!from.equals(Incarnation.NONE)) {
        List<FromMember> others = messages.stream().filter(one -> !threads.isAnswer(one)).toList();
        if (!others.isEmpty()) {
          mailbox.offer(job, new JobEvent.Received(from, others));
        }
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

    void accepted(Incarnation given) {
      boolean gone;
      synchronized (this) {
        incarnation = given;
        // The stream may have ended before the core accepted the process.
        gone = closed;
      }
      if (gone) {
        disconnected(given);
      }
    }

    void closed() {
      Incarnation member;
      synchronized (this) {
        closed = true;
        member = incarnation;
      }
      if (member.number() != 0) {
        disconnected(member);
      }
    }

    private synchronized Incarnation incarnation() {
      return incarnation;
    }

    private void disconnected(Incarnation member) {
      if (members.remove(new MemberId(job, member), this)) {
        mailbox.offer(job, new JobEvent.Disconnected(number, member));
      }
    }
  }
}
