package trainer.appmaster.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Cluster;
import trainer.appmaster.loop.ContainerCommands;
import trainer.appmaster.loop.Mailbox;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.text.Quantity;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.protocol.auth.Secret;

/**
 * A cluster of child processes on this machine. Asks are granted by priority while there is room.
 * Exit statuses are YARN's, so that the core sees no difference. A thread of its own does file work
 * and waiting. A standby that leads takes over the processes that the master before it started.
 */
public final class LocalCluster implements Cluster {
  /** YARN's ContainerExitStatus.ABORTED: released before a process ran in it. */
  static final int ABORTED = -100;

  /** YARN's ContainerExitStatus.KILLED_BY_APPMASTER. */
  static final int KILLED_BY_MASTER = -105;

  private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);
  private static final String HOST = "localhost";
  private static final Pattern OWN = Pattern.compile("container_.*_(\\d+)_(\\d+)");
  private static final long LEAVE_SECONDS = 5;

  private final String application;
  private final Mailbox mailbox;
  private final ContainerCommands commands;
  private final LocalContainers containers;
  private final String own;
  private final int attempt;
  private final long most;
  private final Queue<FleetAction.Ask> asks =
      new PriorityQueue<>(
          Comparator.comparingInt(FleetAction.Ask::priority)
              .thenComparingLong(FleetAction.Ask::ask));
  private final Map<JobId, JobSpec> jobs = new ConcurrentHashMap<>();
  private volatile JobSpec standby;
  private final Map<String, Slot> slots = new ConcurrentHashMap<>();
  private final AtomicInteger numbers = new AtomicInteger(1);
  private final ExecutorService work =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "local-containers");
            thread.setDaemon(true);
            return thread;
          });

  /** A granted container, with its process once one is started. */
  private static final class Slot {
    private final long memoryMb;
    private volatile ChildProcess process;
    private volatile boolean released;

    Slot(long memoryMb) {
      this.memoryMb = memoryMb;
    }
  }

  /**
   * @param application the id of this run
   * @param containers prepares folders for containers
   * @param own the container in which this process runs
   * @param most the number of processes beside the master that the machine has room for
   */
  public LocalCluster(
      String application,
      Mailbox mailbox,
      ContainerCommands commands,
      LocalContainers containers,
      String own,
      long most) {
    this.most = most;
    this.application = application;
    this.mailbox = mailbox;
    this.commands = commands;
    this.containers = containers;
    this.own = own;
    this.attempt = attempt(own);
  }

  @Override
  public void join(Address address) {
    LOG.info("This machine is the cluster; the master listens on {}", address.port());
    Map<String, ChildProcess> running = running();
    running.forEach(
        (id, process) -> {
          Slot slot = new Slot(0);
          slot.process = process;
          slots.put(id, slot);
        });
    mailbox.offer(
        new FleetEvent.Joined(
            running.keySet().stream().map(id -> new FleetEvent.Previous(id, HOST)).toList(), true));
    running.forEach((id, process) -> process.onExit(status -> ended(id, process, status)));
    mailbox.offer(new FleetEvent.ClusterSized(1, Integer.MAX_VALUE));
  }

  private Map<String, ChildProcess> running() {
    try {
      return containers.running();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The number that this master's containers have between the application and their own. It grows
   * from master to master, since each runs in a container that the one before it granted; so no
   * container has the id of one that an earlier master granted and perhaps never started.
   */
  private static int attempt(String own) {
    Matcher words = OWN.matcher(own);
    return words.matches()
        ? Integer.parseInt(words.group(1)) + Integer.parseInt(words.group(2)) - 1
        : 1;
  }

  @Override
  public boolean isHeardWithin(Duration time) {
    return true;
  }

  @Override
  public void prepare(JobSpec job, Secret secret) throws IOException {
    jobs.put(job.id(), job);
    containers.add(job, secret);
  }

  @Override
  public void prepareStandby(JobSpec application, Secret secret) throws IOException {
    standby = application;
    containers.addStandby(application, secret);
  }

  @Override
  public void forget(JobId job) {
    jobs.remove(job);
    containers.remove(job);
  }

  @Override
  public synchronized void on(FleetAction.Ask action) {
    asks.add(action);
    grant();
  }

  @Override
  public synchronized void on(FleetAction.CancelAsk action) {
    asks.removeIf(ask -> ask.ask() == action.ask());
  }

  /** Grants asks as far as there is room. */
  private synchronized void grant() {
    for (FleetAction.Ask ask = asks.peek(); ask != null; ask = asks.peek()) {
      if (others() >= most) {
        mailbox.offer(
            new FleetEvent.ClusterSeen(
                "this machine has room for "
                    + Quantity.of(most, "process", "processes")
                    + " beside the master"));
        return;
      }
      asks.remove();
      String id =
          String.format("container_%s_%02d_%06d", application, attempt, numbers.incrementAndGet());
      slots.put(id, new Slot(ask.memoryMb()));
      mailbox.offer(new FleetEvent.Granted(ask.ask(), id, HOST));
    }
  }

  /** The containers beside this master's own, which it has if it was a standby. */
  private int others() {
    return slots.size() - (slots.containsKey(own) ? 1 : 0);
  }

  @Override
  public void on(FleetAction.Launch action) {
    work.execute(() -> launch(action));
  }

  @Override
  public void on(FleetAction.Release action) {
    work.execute(() -> release(action.containerId()));
  }

  @Override
  public void on(FleetAction.Avoid action) {
    LOG.debug("there is no other host than this one: {}", action);
  }

  @Override
  public void leave(Ending ending) {
    stopAll();
    LOG.info("The run has ended: {}", ending.state());
  }

  /** Kills every child unconditionally. Also called when the client has gone. */
  public void stopAll() {
    slots.forEach(
        (id, slot) -> {
          slot.released = true;
          if (slot.process != null && !id.equals(own)) {
            slot.process.kill();
          }
        });
    work.shutdown();
    try {
      if (!work.awaitTermination(LEAVE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("children are still being stopped");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    containers.clear();
  }

  private void launch(FleetAction.Launch action) {
    String id = action.containerId();
    Slot slot = slots.get(id);
    if (slot == null || slot.released) {
      mailbox.offer(new FleetEvent.LaunchFailed(id, "it was given back"));
      return;
    }
    try {
      Path folder = containers.prepare(id, action.job(), action.role());
      JobSpec job = action.role() == Role.STANDBY ? standby : jobs.get(action.job());
      ContainerCommands.Command command =
          commands.of(job, action.role(), action.index(), slot.memoryMb);
      ChildProcess process = ChildProcess.start(command, folder, containers.environment(id, HOST));
      slot.process = process;
      if (slot.released) {
        process.kill(); // stopAll() ran before this process was visible to it
      }
      LOG.info("Started {}-{} as {}", action.role().word(), action.index(), process.pid());
      mailbox.offer(new FleetEvent.Launched(id));
      process.onExit(status -> ended(id, process, status));
    } catch (IOException e) {
      LOG.warn("{} was not started", id, e);
      mailbox.offer(new FleetEvent.LaunchFailed(id, e.toString()));
    }
  }

  private void ended(String id, ChildProcess process, int status) {
    slots.remove(id);
    grant();
    boolean ours = process.wasStopped();
    String diagnostics =
        ours ? "stopped by the master" : status == 0 ? "" : "exit status " + status;
    mailbox.offer(new FleetEvent.Completed(id, ours ? KILLED_BY_MASTER : status, diagnostics));
  }

  private void release(String id) {
    Slot slot = slots.get(id);
    if (slot == null) {
      return;
    }
    slot.released = true;
    if (slot.process == null) {
      slots.remove(id);
      grant();
      mailbox.offer(new FleetEvent.Completed(id, ABORTED, "given back unused"));
    } else {
      slot.process.stop();
    }
  }
}
