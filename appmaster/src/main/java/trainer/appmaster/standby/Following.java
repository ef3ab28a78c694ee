package trainer.appmaster.standby;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.container.session.AddressFile;
import trainer.container.session.HostPort;
import trainer.container.session.Listening;
import trainer.container.session.MasterAddress;
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
  private static final Duration ONE_TRY = Duration.ofMillis(500);
  private static final long PAUSE_MILLIS = 50;

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
  private HostPort leader;
  private boolean hasFollowed;

  /**
   * @param leader the address of the master that started this process
   * @param addresses the file with the address of the present leader
   * @param self the introduction to the leader, with the address of this process
   * @param limit how long a leader may be silent
   */
  public Following(
      HostPort leader,
      AddressFile addresses,
      Hello hello,
      Secret secret,
      FromMember.Register self,
      Duration limit) {
    this.leader = leader;
    this.addresses = addresses;
    this.hello = hello;
    this.secret = secret;
    this.self = self;
    this.silence = new Silence(limit, Followers.PERIOD, System.nanoTime());
  }

  /**
   * Follows the leader until it is gone.
   *
   * @return whether this process has to lead; if not, the leader has dismissed it
   */
  public boolean await() throws InterruptedException {
    while (true) {
      News end = follow();
      if (end == News.DISMISSED) {
        return false;
      }
      if (silence.isOver(System.nanoTime(), ONE_TRY.plus(PROBE))) {
        LOG.warn("The leader at {} is silent; this standby leads", leader);
        return true;
      }
      if (Listening.isRefused(leader, PROBE) && !findAnother()) {
        LOG.warn("The leader at {} is gone; this standby leads", leader);
        return true;
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
      News end = stay(news);
      if (end != News.DISMISSED) { // else the end of this process ends it, for the leader to see
        stream.close();
      }
      return end;
    } catch (IOException e) {
      LOG.info("The leader at {} cannot be followed: {}", leader, e.toString());
      return News.BROKEN;
    }
  }

  private News stay(LinkedBlockingQueue<News> news) throws InterruptedException {
    while (!silence.isOver(System.nanoTime())) {
      News next = news.poll(Followers.PERIOD.toMillis(), TimeUnit.MILLISECONDS);
      if (next == News.HEARD) {
        hasFollowed = true;
        silence.onHeard();
      } else if (next != null) {
        return next;
      }
    }
    return News.BROKEN;
  }

  /**
   * Finds the present leader for a standby whose first one was gone before it could be followed.
   */
  private boolean findAnother() {
    if (hasFollowed) {
      return false;
    }
    try {
      Optional<MasterAddress> found = addresses.read();
      HostPort before = leader;
      leader = found.map(MasterAddress::listens).orElse(before);
      return !leader.equals(before);
    } catch (IOException e) {
      LOG.info("The address of the leader cannot be read: {}", e.toString());
      return false;
    }
  }

  private record Listener(LinkedBlockingQueue<News> news) implements MasterListener {
    @Override
    public void onMessage(ToMember message) {
      news.add(message instanceof ToMember.Refused ? News.DISMISSED : News.HEARD);
    }

    @Override
    public void broken(String why) {
      LOG.warn("The stream of the leader ended: {}", why);
      news.add(News.BROKEN);
    }
  }
}
