package trainer.appmaster.yarn;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.Mailbox;
import trainer.container.launch.MasterShare;
import trainer.master.fleet.FleetEvent;

/**
 * The explanation of a wait for containers: the resources of the queue and the cluster. It runs on
 * a thread of its own, since a query of the queue may take long. If the queue cannot be queried,
 * the explanation has the headroom alone.
 */
final class ClusterWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterWatch.class);
  private static final long PERIOD_SECONDS = 2;
  private static final int MOST_FAILURES = 5;
  private static final int UNKNOWN = -1;

  private final Configuration hadoop;
  private final String queue;
  private final AMRMClientAsync<?> resourceManager;
  private final Mailbox mailbox;
  private final BooleanSupplier waiting;
  private final Consumer<List<NodeReport>> draining;
  private final IntSupplier largestMb;
  private final ScheduledExecutorService thread = DaemonTimer.named("cluster-watch");
  private YarnClient client;
  private int nodes = UNKNOWN;
  private int failures;
  private boolean queueKnown = true;

  /**
   * @param waiting whether the job waits for containers
   * @param draining receives the decommissioned nodes once, at the start; if an earlier master
   *     received a notice of them, YARN does not repeat it
   * @param largestMb the maximum memory of a container
   */
  ClusterWatch(
      Configuration hadoop,
      String queue,
      AMRMClientAsync<?> resourceManager,
      Mailbox mailbox,
      BooleanSupplier waiting,
      Consumer<List<NodeReport>> draining,
      IntSupplier largestMb) {
    this.hadoop = hadoop;
    this.queue = queue;
    this.resourceManager = resourceManager;
    this.mailbox = mailbox;
    this.waiting = waiting;
    this.draining = draining;
    this.largestMb = largestMb;
  }

  void start() {
    thread.execute(this::askForDraining);
    thread.execute(this::count);
    var unused =
        thread.scheduleWithFixedDelay(
            this::check, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  /** Offers the size of the cluster and the nodes that leave it again. */
  void repeat() {
    thread.execute(this::askForDraining);
    thread.execute(this::count);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    if (client != null) {
      client.stop();
    }
  }

  private void askForDraining() {
    try {
      draining.accept(client().getNodeReports(NodeState.DECOMMISSIONING));
    } catch (YarnException | IOException | RuntimeException e) {
      LOG.info("Nodes cannot be asked for: {}", e.toString());
    }
  }

  /** Counts hosts rather than nodes: the blacklist treats several nodes of one host as one. */
  private void count() {
    try {
      nodes = resourceManager.getClusterNodeCount();
      Map<String, String> racks =
          client().getNodeReports(NodeState.RUNNING).stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      node -> node.getNodeId().getHost(), NodeReport::getRackName, (a, b) -> a));
      KnownRacks.set(racks);
      mailbox.offer(new FleetEvent.ClusterSized(racks.size(), largestMb.getAsInt()));
    } catch (YarnException | IOException | RuntimeException e) {
      LOG.info("Nodes cannot be looked at: {}", e.toString());
      mailbox.offer(new FleetEvent.ClusterSized(nodes, largestMb.getAsInt()));
      nodes = ++failures < MOST_FAILURES ? UNKNOWN : nodes; // unknown: looked at again
    }
  }

  private YarnClient client() {
    if (client == null) {
      client = YarnClient.createYarnClient();
      client.init(hadoop);
      client.start();
    }
    return client;
  }

  private void check() {
    if (resourceManager.getClusterNodeCount() != nodes) {
      count();
    }
    if (waiting.getAsBoolean()) {
      mailbox.offer(new FleetEvent.ClusterSeen(headroom() + queue()));
    }
  }

  private String headroom() {
    Resource free = resourceManager.getAvailableResources();
    return String.format(
        Locale.ROOT,
        "headroom %s on %d nodes",
        free == null
            ? "unknown"
            : free.getMemorySize() + " MB, " + free.getVirtualCores() + " vcores",
        resourceManager.getClusterNodeCount());
  }

  private String queue() {
    if (!queueKnown) {
      return "";
    }
    try {
      QueueInfo info = client().getQueueInfo(queue);
      if (info == null) {
        return "";
      }
      return "; "
          + describe(info)
          + MasterShare.of(queue, hadoop).map(share -> "; " + share.words()).orElse("");
    } catch (YarnException | IOException | RuntimeException e) {
      LOG.info("The queue cannot be asked about: {}", e.toString());
      queueKnown = false;
      return "";
    }
  }

  private String describe(QueueInfo info) {
    QueueStatistics now = info.getQueueStatistics();
    String used =
        now == null
            ? ""
            : String.format(
                Locale.ROOT,
                ", %d MB allocated (masters included), %d MB free, %d MB asked for by others and us,"
                    + " %d applications running, %d pending",
                now.getAllocatedMemoryMB(),
                now.getAvailableMemoryMB(),
                now.getPendingMemoryMB(),
                now.getNumAppsRunning(),
                now.getNumAppsPending());
    return String.format(
        Locale.ROOT,
        "queue %s (%s) uses %.0f %% of its share of %.0f %%, at most %.0f %%%s",
        queue,
        info.getQueueState(),
        info.getCurrentCapacity() * 100,
        info.getCapacity() * 100,
        info.getMaximumCapacity() * 100,
        used);
  }
}
