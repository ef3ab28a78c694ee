package trainer.appmaster.standby;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.Mailbox;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;
import trainer.master.session.Event;
import trainer.protocol.auth.Secret;
import trainer.protocol.grpc.MemberLink;

/**
 * The cluster as seen by a leader that may not speak to it: a standby in a container of YARN. The
 * master that YARN started speaks for it; see {@link ClusterAgent}.
 *
 * <p>Without an agent the wishes wait here. An agent that follows learns all of them first. Nothing
 * is published meanwhile, since the cluster may have ended the application.
 *
 * <p>Thread-safe.
 */
public final class RemoteCluster implements Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteCluster.class);

  /** The order of containers of one application: numbers are padded, and grow longer. */
  static final Comparator<String> BY_ATTEMPT =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final Term term;
  private final Mailbox mailbox;
  private final Supplier<Float> progress;
  private final LongSupplier nanoTime;
  private final FleetWishes wishes = new FleetWishes();

  /** Null without an agent. */
  private MemberLink agent;

  /** Of the newest agent; null before the first. */
  private String container;

  /** The highest number of its news. */
  private long taken;

  /** The last question whether the cluster answers. */
  private long question;

  private long askedNanos;

  /** When the newest question that was answered was asked. */
  private OptionalLong heardNanos = OptionalLong.empty();

  /**
   * @param term of this leader
   * @param progress the finished part of the application
   */
  public RemoteCluster(Term term, Mailbox mailbox, Supplier<Float> progress) {
    this(term, mailbox, progress, System::nanoTime);
  }

  RemoteCluster(Term term, Mailbox mailbox, Supplier<Float> progress, LongSupplier nanoTime) {
    this.term = term;
    this.mailbox = mailbox;
    this.progress = progress;
    this.nanoTime = nanoTime;
  }

  /**
   * Handles a message of an agent.
   *
   * @param from the container in which the agent runs
   * @throws IllegalArgumentException if the text is no such message
   */
  synchronized void onNews(MemberLink link, String from, String text) {
    ClusterMessages.News news = ClusterMessages.news(text);
    if (news instanceof ClusterMessages.Joined) {
      attach(link, from);
    } else if (link != agent) {
      LOG.info("{} is not the agent any more: {}", from, text);
    } else if (news instanceof ClusterMessages.Happened happened) {
      take(happened, container);
    } else if (news instanceof ClusterMessages.Heard heard) {
      if (heard.question() == question) {
        heardNanos = OptionalLong.of(askedNanos);
      }
      ask();
    }
  }

  /** An attempt that YARN has replaced may come back; the newest one stays the agent. */
  private void attach(MemberLink link, String from) {
    if (container != null && BY_ATTEMPT.compare(from, container) < 0) {
      LOG.info("{} cannot speak to the cluster: {} follows it", from, container);
      link.close();
      return;
    }
    LOG.info("The master in {} speaks to the cluster for this one", from);
    if (!from.equals(container)) { // another process, with numbers of its own
      container = from;
      taken = 0;
    }
    agent = link;
    heardNanos = OptionalLong.empty();
    send(new ClusterMessages.Wanted(wishes.open()));
    ask();
  }

  private void ask() {
    askedNanos = nanoTime.getAsLong();
    send(new ClusterMessages.Progress(progress.get(), ++question));
  }

  /** Offers an event that is new, and confirms it once the core has handled it. */
  private void take(ClusterMessages.Happened happened, String from) {
    long number = happened.number();
    if (number <= taken) {
      mailbox.offer(
          new Event.Tick(), () -> confirm(number, from)); // its first offer is handled by then
      return;
    }
    taken = number;
    wishes.onEvent(happened.event());
    mailbox.offer(new Event.OfFleet(happened.event()), () -> confirm(number, from));
  }

  private synchronized void confirm(long number, String from) {
    if (from.equals(container)) {
      send(new ClusterMessages.Confirmed(number));
    }
  }

  /** A stream has ended, perhaps the agent's. */
  synchronized void onClosed(MemberLink link) {
    if (link == agent) {
      LOG.warn("The master in {} does not speak for this one any more", container);
      agent = null;
    }
  }

  private void send(ClusterMessages.Order order) {
    if (agent != null) {
      agent.send(new ToMember.ClusterOrder(term, ClusterMessages.text(order)));
    }
  }

  private synchronized void perform(FleetAction action) {
    action.to(wishes);
    send(new ClusterMessages.Perform(action));
  }

  /** The agent has joined. The containers that still run are those whose processes register. */
  @Override
  public void join(Address address) {
    mailbox.offer(new FleetEvent.Joined(List.of()));
  }

  @Override
  public synchronized boolean isHeardWithin(Duration time) {
    return agent != null
        && heardNanos.isPresent()
        && nanoTime.getAsLong() - heardNanos.getAsLong() + ClusterAgent.FRESH.toNanos()
            <= time.toNanos();
  }

  /** The agent reads what it needs from the job's folder. */
  @Override
  public void prepare(JobSpec job, Secret secret) {}

  /** The agent knows how. */
  @Override
  public void prepareStandby(JobSpec application, Secret secret) {}

  @Override
  public synchronized void forget(JobId job) {
    send(new ClusterMessages.Forget(job));
  }

  @Override
  public void on(FleetAction.Ask action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Launch action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Release action) {
    perform(action);
  }

  @Override
  public void on(FleetAction.Avoid action) {
    perform(action);
  }

  /**
   * Leaves the rest to the agent. It leads when this process is gone, finds the recorded end, and
   * reports it to the cluster.
   */
  @Override
  public void leave(Ending ending) {
    LOG.info("The end, {}, is left to the master that the cluster started", ending.state());
  }
}
