package trainer.appmaster.standby;

import java.io.Closeable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.Mailbox;
import trainer.appmaster.serve.MemberSessions;
import trainer.core.id.Term;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.session.Event;
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;

/**
 * The standbys that follow this master. They receive a sign of life ten times a second, and the
 * members receive their addresses. All other streams go to {@link MemberSessions}.
 *
 * <p>Thread-safe.
 */
public final class Followers implements MemberListener, Closeable {
  /** Between two signs of life of the leader. */
  public static final Duration PERIOD = Duration.ofMillis(100);

  private static final Duration LEAVING = Duration.ofSeconds(2);
  private static final long POLL_MILLIS = 10;
  private static final Logger LOG = LoggerFactory.getLogger(Followers.class);

  private final String container;
  private final MemberSessions members;
  private final Mailbox mailbox;
  private final Map<MemberLink, FromMember.Register> following = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer = DaemonTimer.named("followers");
  private volatile Term term = Term.NONE;
  private final Runnable superseded;
  private volatile BooleanSupplier isCoreAwake;

  /** Null if this master speaks to the cluster itself. */
  private volatile RemoteCluster remote;

  /**
   * @param container of this master
   * @param superseded called when the cluster has started another master in place of this one
   */
  public Followers(String container, MemberSessions members, Mailbox mailbox, Runnable superseded) {
    this.container = container;
    this.members = members;
    this.mailbox = mailbox;
    this.superseded = superseded;
  }

  /** This master speaks to the cluster through the master that follows it. */
  public void speakThrough(RemoteCluster cluster) {
    remote = cluster;
  }

  /**
   * This master leads from now on.
   *
   * @param isAwake whether the core works; without that there are no signs of life
   */
  public void lead(Term taken, BooleanSupplier isAwake) {
    isCoreAwake = isAwake;
    term = taken;
    var unused = timer.scheduleAtFixedRate(this::tell, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    following.forEach(this::accept);
  }

  private void tell() {
    if (!isCoreAwake.getAsBoolean()) {
      return;
    }
    following.keySet().forEach(link -> link.send(new ToMember.Leads(term)));
  }

  /** Whether a standby will lead when this master is gone. */
  public boolean isAny() {
    return !following.isEmpty();
  }

  private void accept(MemberLink link, FromMember.Register standby) {
    boolean isAttempt = standby.identity().role() == Role.MASTER;
    if (isAttempt && remote == null) {
      if (RemoteCluster.BY_ATTEMPT.compare(container, standby.identity().containerId()) < 0) {
        superseded.run();
      } else {
        link.send(new ToMember.Refused(term, "a later attempt leads"));
      }
      return;
    }
    FromMember.Address at = standby.address();
    LOG.info("The standby at {}:{} follows", at.host(), at.port());
    members.name(new ToMember.StandbyNamed(term, at.host(), at.port()));
    synchronized (following) { // the core learns last what holds
      if (following.containsKey(link)) {
        mailbox.offer(new Event.Followed(standby.identity().containerId()), () -> {});
      }
    }
  }

  /** Ends the standbys, since nothing is left to lead; waits a moment for their logs. */
  public void dismiss(String why) {
    following.keySet().forEach(link -> link.send(new ToMember.Refused(term, why)));
    long end = System.nanoTime() + LEAVING.toNanos();
    try {
      while (isAny() && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void opened(MemberLink link) {
    if (!isStandby(link)) {
      members.opened(link);
    }
  }

  @Override
  public void onMessages(MemberLink link, List<FromMember> messages) {
    if (!isStandby(link)) {
      members.onMessages(link, messages);
    } else {
      messages.forEach(message -> onMessage(link, message));
    }
  }

  private void onMessage(MemberLink link, FromMember message) {
    if (message instanceof FromMember.Register standby) {
      following.put(link, standby);
      if (!term.equals(Term.NONE)) {
        accept(link, standby);
      }
    } else if (message instanceof FromMember.ClusterNews news
        && remote != null
        && following.containsKey(link)) {
      remote.onNews(link, following.get(link).identity().containerId(), news.text());
    }
  }

  @Override
  public void closed(MemberLink link, String why) {
    if (!isStandby(link)) {
      members.closed(link, why);
      return;
    }
    if (remove(link)) {
      LOG.warn("The stream of {} ended: {}", link.peer().from(), why);
      if (remote != null) {
        remote.onClosed(link);
      }
    }
  }

  private boolean remove(MemberLink link) {
    synchronized (following) {
      FromMember.Register standby = following.remove(link);
      if (standby == null) {
        return false;
      }
      String container = standby.identity().containerId();
      if (following.values().stream().noneMatch(one -> isIn(container, one))) {
        mailbox.offer(new Event.Unfollowed(container), () -> {});
      }
      return true;
    }
  }

  private static boolean isIn(String container, FromMember.Register standby) {
    return standby.identity().containerId().equals(container);
  }

  private static boolean isStandby(MemberLink link) {
    return link.peer().from().role().mayLead();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
