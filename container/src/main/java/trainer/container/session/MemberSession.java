package trainer.container.session;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
 * the leader, see {@link Leader}. A leader that has a standby names it, and the standby itself says
 * when it leads. The session keeps the highest term it has seen and discards messages of lower
 * terms.
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

  /** For the connection to a standby and the handshake with it. */
  private static final Duration TO_STANDBY = Duration.ofSeconds(2);

  private sealed interface Event {
    record Broken(MemberStream stream, String why) implements Event {}

    record Probed(long number) implements Event {}

    record ThreadsWanted(long number) implements Event {}

    record Succeeded() implements Event {}

    record Closed() implements Event {}
  }

  private final SessionTerms terms;
  private final SessionMember member;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "session");
  private final Reconnection reconnection;
  private final Leader leader;
  private volatile long lastMessageNanos;
  private volatile Incarnation incarnation = Incarnation.NONE;
  private volatile MemberStream registered;
  private volatile boolean over;

  private MemberSession(SessionTerms terms, SessionMember member) {
    this.terms = terms;
    this.member = member;
    this.reconnection = new Reconnection(terms.times().patience(), System.nanoTime());
    this.leader = new Leader(terms, this::openWatch);
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
      leader.close();
    }
  }

  private MemberStream openWatch(HostPort standby, Runnable broken) throws IOException {
    Incarnation as = incarnation;
    if (as.equals(Incarnation.NONE)) {
      throw new IOException("this process is not a member yet");
    }
    Incoming incoming = new Incoming(new Leader.Watched(standby, as, broken));
    MemberStream stream = open(standby, as, TO_STANDBY, incoming);
    incoming.opened(stream);
    return stream;
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
      Optional<MemberStream> led = leader.adopt(incarnation);
      if (led.isPresent()) {
        led.get().send(member.register(incarnation));
        return led.get();
      }
      Incoming incoming = new Incoming(null);
      Duration limit = leader.timeLimit(reconnection, System.nanoTime());
      try {
        FromMember.Register register = member.register(incarnation);
        MemberStream stream = open(leader.address(), register.incarnation(), limit, incoming);
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
          LOG.info("cannot reach the master at {}: {}", leader.address(), why);
        }
      }
    }
    return null;
  }

  private MemberStream open(HostPort at, Incarnation as, Duration limit, Incoming incoming)
      throws IOException {
    SessionTerms.Credentials self = terms.credentials();
    return MemberStream.open(at.host(), at.port(), self.hello(as), self.secret(), limit, incoming);
  }

  /** Waits before the next attempt; returns early if a master of a higher term is found. */
  private void pause(long nanos) throws InterruptedException {
    Duration broken = reconnection.waited(System.nanoTime());
    if (leader.await(nanos, broken.compareTo(QUICKLY) >= 0)) {
      reconnection.onBroken(System.nanoTime());
    }
  }

  /**
   * Whether the master is gone. One that is merely starved of processor time still has a listening
   * socket.
   */
  private boolean isGone(long now) {
    return reconnection.isOver(now) || !Listening.at(leader.address(), Reconnection.CHECK_LIMIT);
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
      } else if (event instanceof Event.Succeeded) {
        if (hasChanged()) {
          return;
        }
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
    leader.search(terms.times().silence());
    return hasChanged();
  }

  private boolean hasChanged() {
    boolean isAnother = leader.hasChanged();
    if (isAnother) {
      reconnection.onBroken(System.nanoTime());
    }
    return isAnother;
  }

  private void end(Failure why) {
    if (!over) {
      over = true;
      LOG.error("this process leaves: {}", why.message());
      member.onLost(why);
    }
  }

  private Failure failure(String what) {
    return new Failure(FailureKind.MASTER_LOST, what, leader.address().toString(), "");
  }

  /** Receives the messages of one stream and passes them to the member. */
  private final class Incoming implements MasterListener, ToMember.Handler {
    /** Null on the stream to the master. */
    private final Leader.Watched watched;

    private MemberStream stream;
    private String brokenEarly;
    private Term ledEarly;

    Incoming(Leader.Watched watched) {
      this.watched = watched;
    }

    synchronized void opened(MemberStream opened) {
      stream = opened;
      // The stream may break, or be led on, before open() has returned it.
      if (brokenEarly != null) {
        events.add(new Event.Broken(stream, brokenEarly));
      } else if (ledEarly != null) {
        succeeded(ledEarly);
      }
    }

    private synchronized void onLeads(Term newTerm) {
      ledEarly = newTerm;
      if (stream != null) {
        succeeded(newTerm);
      }
    }

    private void succeeded(Term newTerm) {
      leader.onLeads(watched, newTerm, stream);
      events.add(new Event.Succeeded());
    }

    @Override
    public void onMessage(ToMember message) {
      if (watched != null && message instanceof ToMember.Leads) {
        onLeads(message.term());
        return;
      }
      lastMessageNanos = System.nanoTime();
      Term highest = leader.note(message.term());
      if (message.term().number() < highest.number()) {
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
    public void on(ToMember.StandbyNamed message) {
      leader.name(new HostPort(message.host(), message.port()));
    }

    @Override
    public void on(ToMember.Leads message) {
      LOG.debug("the master of term {} leads", message.term());
    }

    @Override
    public void on(ToMember.ClusterOrder message) {
      LOG.warn("not for this process: {}", message);
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
    public void broken(String why) {
      if (watched != null) {
        watched.onBroken().run();
      }
      noteBroken(why);
    }

    private synchronized void noteBroken(String why) {
      if (stream == null) {
        brokenEarly = why;
      } else {
        events.add(new Event.Broken(stream, why));
      }
    }
  }
}
