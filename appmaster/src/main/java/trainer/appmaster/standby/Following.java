package trainer.appmaster.standby;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.Listening;
import trainer.container.session.MasterAddress;
import trainer.core.id.Term;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.protocol.auth.Hello;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.MasterListener;
import trainer.protocol.grpc.MemberStream;

/**
 * The time in which a standby follows the leading master.
 *
 * <p>The leader counts as gone when its stream breaks and its port refuses connections, or when it
 * has been silent for too long. Both may be wrong. The term that the standby then takes makes that
 * safe: a leader that is superseded cannot record anything.
 *
 * <p>One thread calls {@link #await}.
 */
public final class Following {
  private static final Logger LOG = LoggerFactory.getLogger(Following.class);
  private static final Duration PROBE = Duration.ofMillis(200);
  private static final Duration READING = Duration.ofMillis(500);
  private static final Duration ONE_TRY = Duration.ofMillis(500);
  private static final long PAUSE_MILLIS = 50;

  /** Takes part in the streams to the leader. */
  public interface Companion {
    /** One that takes no part. */
    Companion NONE =
        new Companion() {
          @Override
          public void onLed(HostPort leader, MemberStream stream) {}

          @Override
          public void onOrder(ToMember.ClusterOrder order) {}

          @Override
          public void onBroken() {}
        };

    /** The leader has answered on a new stream. */
    void onLed(HostPort leader, MemberStream stream);

    /** The leader asks for something; after {@link #onLed}. */
    void onOrder(ToMember.ClusterOrder order);

    /** The stream has ended. */
    void onBroken();
  }

  /**
   * The leader that is gone.
   *
   * @param term the newest term of a leader that was heard or is recorded
   * @param silentHost the host of a leader that fell silent, if it is not this one's; else empty
   */
  public record Lost(Term term, String silentHost) {}

  private enum News {
    HEARD,
    BROKEN,
    DISMISSED
  }

  private final AddressFile addresses;
  private final Hello hello;
  private final Secret secret;
  private final FromMember.Register self;
  private final Silence silence;
  private final Companion companion;
  private HostPort leader;
  private volatile Term term = Term.NONE;

  /**
   * @param leader the address of the master that started this process
   * @param addresses the file with the address of the present leader
   * @param self the introduction to the leader, with the address of this process
   * @param limit how long a leader may be silent
   * @param companion takes part in each stream
   */
  public Following(
      HostPort leader,
      AddressFile addresses,
      Hello hello,
      Secret secret,
      FromMember.Register self,
      Duration limit,
      Companion companion) {
    this.leader = leader;
    this.addresses = addresses;
    this.hello = hello;
    this.secret = secret;
    this.self = self;
    this.companion = companion;
    this.silence = new Silence(limit, Followers.PERIOD, System.nanoTime());
  }

  /**
   * Follows the leader until it is gone.
   *
   * @return the leader after which this process has to lead; empty if it has been dismissed
   */
  public Optional<Lost> await() throws InterruptedException {
    while (true) {
      News end = follow();
      if (end == News.DISMISSED) {
        return Optional.empty();
      }
      boolean isSilent = silence.isOver(System.nanoTime(), ONE_TRY.plus(PROBE));
      if ((isSilent || Listening.isRefused(leader, PROBE)) && !findAnother()) {
        LOG.warn("The leader at {} is {}; this one leads", leader, isSilent ? "silent" : "gone");
        boolean isElsewhere = !leader.host().equals(self.address().host());
        return Optional.of(new Lost(term, isSilent && isElsewhere ? leader.host() : ""));
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Follows over one stream until it breaks, or the leader is silent for too long. */
  private News follow() throws InterruptedException {
    LinkedBlockingQueue<News> news = new LinkedBlockingQueue<>();
    try {
      MemberStream stream =
          MemberStream.open(
              leader.host(), leader.port(), hello, secret, ONE_TRY, new Listener(news));
      stream.send(self);
      News end = stay(news, stream);
      companion.onBroken();
      if (end != News.DISMISSED) { // else the end of this process ends it, for the leader to see
        stream.close();
      }
      return end;
    } catch (IOException e) {
      LOG.info("The leader at {} cannot be followed: {}", leader, e.toString());
      return News.BROKEN;
    }
  }

  private News stay(LinkedBlockingQueue<News> news, MemberStream stream)
      throws InterruptedException {
    boolean isLed = false;
    while (!silence.isOver(System.nanoTime())) {
      News next = news.poll(Followers.PERIOD.toMillis(), TimeUnit.MILLISECONDS);
      if (next == News.HEARD) {
        silence.onHeard();
        if (!isLed) {
          isLed = true;
          companion.onLed(leader, stream);
        }
      } else if (next != null) {
        return next;
      }
    }
    return News.BROKEN;
  }

  /**
   * Finds a leader that has followed the one that is gone. The answer is not waited for for long: a
   * storage that is away must not hold up the takeover.
   */
  private boolean findAnother() throws InterruptedException {
    Optional<MasterAddress> found = read();
    HostPort before = leader;
    found
        .filter(one -> one.term().number() > term.number())
        .ifPresent(
            one -> {
              term = one.term();
              leader = one.listens();
            });
    if (leader.equals(before)) {
      return false;
    }
    silence.onHeard();
    return true;
  }

  private Optional<MasterAddress> read() throws InterruptedException {
    CompletableFuture<Optional<MasterAddress>> answer = new CompletableFuture<>();
    Thread reading =
        new Thread(
            () -> {
              try {
                answer.complete(addresses.read());
              } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
              }
            },
            "leader's address");
    reading.setDaemon(true);
    reading.start();
    try {
      return answer.get(READING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("The address of the leader cannot be read: {}", e.toString());
      return Optional.empty();
    }
  }

  private final class Listener implements MasterListener {
    private final LinkedBlockingQueue<News> news;

    Listener(LinkedBlockingQueue<News> news) {
      this.news = news;
    }

    @Override
    public void onMessage(ToMember message) {
      term = message.term().number() > term.number() ? message.term() : term;
      if (message instanceof ToMember.ClusterOrder order && order.term().equals(term)) {
        companion.onOrder(order);
      }
      news.add(message instanceof ToMember.Refused ? News.DISMISSED : News.HEARD);
    }

    @Override
    public void broken(String why) {
      LOG.warn("The stream of the leader ended: {}", why);
      news.add(News.BROKEN);
    }
  }
}
