package trainer.appmaster.standby;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.DelegatedCluster;
import trainer.appmaster.loop.Mailbox;
import trainer.container.session.HostPort;
import trainer.container.start.FaultHandler;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.EventBacklog;
import trainer.master.fleet.remote.FleetAgent;
import trainer.master.session.Event;
import trainer.protocol.grpc.MemberStream;

/**
 * The master that the cluster started, while another one leads: it speaks to the cluster for the
 * leader. Only this process has the cluster's tokens, and they stay here.
 *
 * <p>It passes the leader's wishes to the cluster, and the cluster's events to the leader. Events
 * that the leader has not confirmed are repeated on the next stream, or handled here once this
 * process leads itself.
 *
 * <p>Wishes are carried out by a thread of their own, which may wait for the cluster. Thread-safe.
 */
public final class ClusterAgent implements Mailbox, Following.Companion {
  /** How old the cluster's last answer may be when the leader is told of it. */
  static final Duration FRESH = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(ClusterAgent.class);

  /** Prepares the launch of a job's containers. */
  @FunctionalInterface
  public interface Preparation {
    void prepare(FleetAction.Launch launch, Cluster cluster) throws IOException;
  }

  /** Gives the address of the application while a leader is spoken for. */
  @FunctionalInterface
  public interface Addresses {
    Cluster.Address of(HostPort leader) throws IOException;
  }

  private final Preparation preparation;
  private final Addresses addresses;
  private final FaultHandler faults;
  private final Mailbox own;
  private final ScheduledExecutorService thread = DaemonTimer.named("cluster-agent");
  private final EventBacklog backlog = new EventBacklog();
  private DelegatedCluster cluster;
  private MemberStream stream;
  private boolean leads;
  private volatile float finished;
  private volatile long question;
  private volatile HostPort leader;

  // confined to the thread
  private final FleetAgent agent =
      new FleetAgent(new Performer(), id -> cluster.isRunning(id), this::offer);
  private final Set<JobId> prepared = new HashSet<>();
  private boolean isServing;

  /**
   * @param own receives the events once this process leads
   * @param faults ends this process if the cluster does not accept it
   */
  public ClusterAgent(
      Preparation preparation, Addresses addresses, Mailbox own, FaultHandler faults) {
    this.preparation = preparation;
    this.addresses = addresses;
    this.own = own;
    this.faults = faults;
  }

  /** Sets the cluster, whose events come to this mailbox. Called once, before all others. */
  public synchronized void use(DelegatedCluster given) {
    cluster = given;
  }

  /** The finished part of the application, as the leader says. */
  public float finished() {
    return finished;
  }

  /** The address of the leader; null unless this process speaks for one. */
  public HostPort leader() {
    return leader;
  }

  @Override
  public void onLed(HostPort by, MemberStream opened) {
    execute(() -> speakFor(by, opened));
  }

  private synchronized void execute(Runnable task) {
    if (!leads) {
      thread.execute(task);
    }
  }

  private void speakFor(HostPort by, MemberStream opened) {
    leader = by;
    try {
      if (!isServing) {
        enter(addresses.of(by));
        isServing = true;
        var unused = thread.scheduleAtFixedRate(this::sayHeard, 0, 1, TimeUnit.SECONDS);
      }
    } catch (IOException | RuntimeException e) {
      faults.fault("this master cannot speak for the leader at " + by, e);
      return;
    }
    synchronized (this) {
      stream = opened;
      say(new ClusterMessages.Joined());
      backlog.repeat((number, event) -> say(new ClusterMessages.Happened(number, event)));
    }
    cluster.list();
  }

  /** Joins the cluster, or begins anew in it where this process has led before. */
  private void enter(Cluster.Address address) {
    if (cluster.isJoined()) {
      cluster.lead(address);
    } else {
      cluster.join(address);
    }
  }

  private void sayHeard() {
    if (cluster.isHeardWithin(FRESH)) {
      say(new ClusterMessages.Heard(question));
    }
  }

  private synchronized void say(ClusterMessages.News news) {
    if (stream != null) {
      stream.send(new FromMember.ClusterNews(ClusterMessages.text(news)));
    }
  }

  @Override
  public synchronized void onBroken() {
    stream = null;
  }

  /** An event of the cluster. */
  @Override
  public synchronized void offer(Event event, Runnable handled) {
    if (leads) {
      own.offer(event, handled);
      return;
    }
    FleetEvent news = ((Event.OfFleet) event).event();
    thread.execute(() -> agent.onEvent(news));
    say(new ClusterMessages.Happened(backlog.add(news), news));
    handled.run();
  }

  @Override
  public void onOrder(ToMember.ClusterOrder message) {
    ClusterMessages.Order order = ClusterMessages.order(message.text());
    if (order instanceof ClusterMessages.Confirmed confirmed) {
      confirm(confirmed.number());
    } else if (order instanceof ClusterMessages.Progress progress) {
      finished = progress.finished();
      question = progress.number();
    } else {
      execute(() -> carryOut(order));
    }
  }

  private synchronized void confirm(long number) {
    backlog.confirm(number);
  }

  private void carryOut(ClusterMessages.Order order) {
    try {
      if (order instanceof ClusterMessages.Perform perform) {
        perform.action().to(agent);
      } else if (order instanceof ClusterMessages.Wanted wanted) {
        agent.match(wanted.open());
      } else if (order instanceof ClusterMessages.Forget forget) {
        prepared.remove(forget.job());
        cluster.forget(forget.job());
      }
    } catch (RuntimeException e) {
      faults.fault("a wish of the leader failed: " + order, e);
    }
  }

  /** This process leads from now on; returns when the cluster has accepted that. */
  public void lead(Cluster.Address address) {
    try {
      CompletableFuture.runAsync(() -> takeOver(address), thread).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
    thread.shutdown();
  }

  private void takeOver(Cluster.Address address) {
    leader = null;
    boolean isInside = cluster.isJoined();
    if (isInside) {
      agent.avoid(Set.of()); // before the own core avoids any host
      cluster.lead(address);
    }
    synchronized (this) {
      leads = true;
      stream = null;
      backlog.take().forEach(own::offer);
    }
    if (!isInside) {
      cluster.join(address);
    }
  }

  /** Passes actions to the cluster; a launch is prepared before. Confined to the thread. */
  private final class Performer implements FleetAction.Handler {
    @Override
    public void on(FleetAction.Ask action) {
      cluster.on(action);
    }

    @Override
    public void on(FleetAction.CancelAsk action) {
      cluster.on(action);
    }

    @Override
    public void on(FleetAction.Launch action) {
      try {
        if (action.role() == Role.STANDBY || prepared.add(action.job())) {
          preparation.prepare(action, cluster);
        }
        cluster.on(action);
      } catch (IOException | RuntimeException e) {
        prepared.remove(action.job());
        LOG.warn("{} cannot be launched", action.containerId(), e);
        offer(
            new FleetEvent.LaunchFailed(
                action.containerId(), "its launch cannot be prepared: " + e.getMessage()));
      }
    }

    @Override
    public void on(FleetAction.Release action) {
      cluster.on(action);
    }

    @Override
    public void on(FleetAction.Avoid action) {
      cluster.on(action);
    }
  }
}
