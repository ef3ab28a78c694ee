package trainer.container.session;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Term;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.protocol.auth.HandshakeException;
import trainer.protocol.auth.Hello;
import trainer.protocol.grpc.MasterListener;
import trainer.protocol.grpc.MemberStream;

/**
 * The session of this process with its master. One thread of its own connects, registers and sends
 * heartbeats. When the stream breaks, the session reconnects and registers with its incarnation. If
 * it finds no master within its patience, it reports the loss once and ends. {@link Reconnection}
 * covers a master that listens but does not answer.
 *
 * <p><em>Successor.</em> Another master may take over, on another host and with a higher term. If
 * the known master does not return at once, or has been silent for long, the session searches for
 * the leader with {@link MasterSearch}. The session keeps the highest term it has seen and discards
 * messages of lower terms.
 *
 * <p><em>Loss.</em> Messages sent while no stream is registered are dropped. When the process
 * registers again, the master repeats its open requests.
 */
public final class MemberSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemberSession.class);

  /** An attempt with less time than this reveals no cause. */
  private static final Duration LONG_ENOUGH = Duration.ofMillis(500);

  /** The time within which a master whose connection broke only briefly has returned. */
  private static final Duration QUICKLY = Duration.ofMillis(300);

  private static final Duration ONE_TRY = Duration.ofSeconds(2);
  private static final Duration SEARCH_PERIOD = Duration.ofMillis(700);

  private sealed interface Event {
    record Broken(MemberStream stream, String why) implements Event {}

    record Probed(long number) implements Event {}

    record ThreadsWanted(long number) implements Event {}

    record Closed() implements Event {}
  }

  private final SessionTerms terms;
  private final SessionMember member;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "session");
  private final Reconnection reconnection;
  private final MasterSearch search;
  private final AtomicLong term = new AtomicLong();
  private volatile HostPort master;
  private volatile long lastMessageNanos;
  private volatile Incarnation incarnation = Incarnation.NONE;
  private volatile MemberStream registered;
  private volatile boolean over;

  private MemberSession(SessionTerms terms, SessionMember member) {
    this.terms = terms;
    this.member = member;
    this.reconnection = new Reconnection(terms.times().patience(), System.nanoTime());
    this.master = terms.master();
    this.search =
        new MasterSearch(
            terms.addresses() == null ? Optional::empty : () -> terms.addresses().read());
    thread.setDaemon(true);
  }

  /** Begins to connect; returns at once. */
  public static MemberSession start(SessionTerms terms, SessionMember member) {
    MemberSession session = new MemberSession(terms, member);
    session.thread.start();
    return session;
  }

  /** Sends a message on the present stream; any thread. */
  public void send(FromMember message) {
    send(List.of(message));
  }

  /** Sends messages together on the present stream; any thread. */
  public void send(List<FromMember> messages) {
    MemberStream stream = registered;
    if (stream != null) {
      stream.send(messages);
    }
  }

  /**
   * Sends the last message, waits at most {@code patience} for its transmission, and ends the
   * session.
   */
  public void exit(boolean logsComplete, Duration patience) {
    over = true;
    MemberStream stream = registered;
    if (stream != null) {
      stream.send(new FromMember.Exiting(logsComplete));
      stream.complete(patience);
    }
    close();
  }

  @Override
  public void close() {
    over = true;
    events.add(new Event.Closed());
  }

  private void run() {
    try {
      while (!over) {
        MemberStream stream = connect();
        if (stream == null) {
          return;
        }
        try {
          stay(stream);
        } finally {
          registered = null;
          if (!over) {
            stream.close();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end(failure("the session was interrupted"));
    } catch (RuntimeException e) {
      LOG.error("the session with the master failed", e);
      end(new Failure(FailureKind.UNEXPECTED, "the session failed: " + e, "", ""));
    } finally {
      search.close();
    }
  }

  /** Opens a stream and sends Register on it; null when the session is over. */
  private MemberStream connect() throws InterruptedException {
    String why = "";
    while (!over) {
      long now = System.nanoTime();
      if (reconnection.isInDoubt(now) && isGone(now)) {
        end(failure("no master for " + reconnection.waited(now).toMillis() + " ms: " + why));
        return null;
      }
      pause(reconnection.nextPauseNanos(now));
      Incoming incoming = new Incoming();
      Duration limit = timeLimit(System.nanoTime());
      try {
        FromMember.Register register = member.register(incarnation);
        MemberStream stream = open(register.incarnation().number(), limit, incoming);
        incoming.opened(stream);
        stream.send(register);
        return stream;
      } catch (HandshakeException e) {
        end(e.failure());
        return null;
      } catch (IOException e) {
        // An attempt that the end of patience cuts short reveals no cause.
        String before = why;
        why = why.isEmpty() || limit.compareTo(LONG_ENOUGH) > 0 ? e.getMessage() : why;
        if (!before.equals(why)) {
          LOG.info("cannot reach the master at {}: {}", master, why);
        }
      }
    }
    return null;
  }

  private MemberStream open(long as, Duration limit, Incoming incoming)
      throws IOException, InterruptedException {
    SessionTerms.Credentials self = terms.credentials();
    Hello hello = self.hello(new Incarnation(as));
    return MemberStream.open(master.host(), master.port(), hello, self.secret(), limit, incoming);
  }

  /** Waits before the next attempt; returns early if a master of a higher term is found. */
  private void pause(long nanos) throws InterruptedException {
    Duration broken = reconnection.waited(System.nanoTime());
    if (terms.addresses() == null || broken.compareTo(QUICKLY) < 0) {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } else {
      search.await(new Term(term.get()), SEARCH_PERIOD, nanos).ifPresent(this::follow);
    }
  }

  /** The time limit of one attempt; short where another master may take over. */
  private Duration timeLimit(long now) {
    Duration left = reconnection.timeLimit(now);
    Duration some = reconnection.waited(now).dividedBy(2);
    Duration most = some.compareTo(ONE_TRY) > 0 ? some : ONE_TRY;
    return terms.addresses() != null && left.compareTo(most) > 0 ? most : left;
  }

  private void follow(MasterAddress leader) {
    LOG.info("the master of term {} leads, at {}", leader.term(), leader.listens());
    term.accumulateAndGet(leader.term().number(), Math::max);
    master = leader.listens();
    reconnection.onBroken(System.nanoTime());
  }

  /**
   * Whether the master is gone. One that is merely starved of processor time still has a listening
   * socket.
   */
  private boolean isGone(long now) {
    return reconnection.isOver(now) || !Listening.at(master, Reconnection.CHECK_LIMIT);
  }

  /** Sends heartbeats until the stream breaks or its master no longer leads. */
  private void stay(MemberStream stream) throws InterruptedException {
    long next = System.nanoTime() + terms.times().heartbeat().toNanos();
    lastMessageNanos = System.nanoTime();
    while (!over) {
      Event event = events.poll(next - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        send(member.heartbeat(0));
        next = System.nanoTime() + terms.times().heartbeat().toNanos();
        if (hasSuccessor()) {
          return;
        }
      } else if (event instanceof Event.Probed probed) {
        send(member.heartbeat(probed.number()));
      } else if (event instanceof Event.ThreadsWanted wanted) {
        send(new FromMember.Threads(wanted.number(), ThreadDump.text()));
      } else if (event instanceof Event.Broken broken && broken.stream() == stream) {
        LOG.warn("the session with the master broke: {}", broken.why());
        reconnection.onBroken(System.nanoTime());
        return;
      }
    }
  }

  /** Whether the master has been silent for long and another one leads. */
  private boolean hasSuccessor() {
    long now = System.nanoTime();
    if (now - lastMessageNanos < terms.times().silence().toNanos()) {
      return false;
    }
    search.start(terms.times().silence(), now);
    Optional<MasterAddress> leader = search.newest(new Term(term.get()));
    leader.ifPresent(this::follow);
    return leader.isPresent();
  }

  private void end(Failure why) {
    if (!over) {
      over = true;
      LOG.error("this process leaves: {}", why.message());
      member.onLost(why);
    }
  }

  private Failure failure(String what) {
    return new Failure(FailureKind.MASTER_LOST, what, master.toString(), "");
  }

  /** Receives the messages of one stream and passes them to the member. */
  private final class Incoming implements MasterListener, ToMember.Handler {
    private MemberStream stream;
    private String brokenEarly;

    synchronized void opened(MemberStream opened) {
      stream = opened;
      // The stream may break before open() has returned it.
      if (brokenEarly != null) {
        events.add(new Event.Broken(stream, brokenEarly));
      }
    }

    @Override
    public void onMessage(ToMember message) {
      lastMessageNanos = System.nanoTime();
      long highest = term.accumulateAndGet(message.term().number(), Math::max);
      if (message.term().number() < highest) {
        LOG.warn("a master of term {} is not obeyed: {} leads", message.term(), highest);
        broken("a higher term leads");
      } else {
        message.to(this);
      }
    }

    @Override
    public void on(ToMember.Probe message) {
      events.add(new Event.Probed(message.number()));
    }

    @Override
    public void on(ToMember.ShowThreads message) {
      events.add(new Event.ThreadsWanted(message.number()));
    }

    @Override
    public void on(ToMember.Refused message) {
      end(failure("the master refuses this process: " + message.reason()));
    }

    @Override
    public void on(ToRole message) {
      if (message instanceof ToMember.Welcome welcome) {
        incarnation = welcome.incarnation();
        synchronized (this) {
          registered = stream;
        }
        LOG.info("registered as incarnation {}", incarnation);
      }
      member.onMessage(message);
    }

    @Override
    public synchronized void broken(String why) {
      if (stream == null) {
        brokenEarly = why;
      } else {
        events.add(new Event.Broken(stream, why));
      }
    }
  }
}
