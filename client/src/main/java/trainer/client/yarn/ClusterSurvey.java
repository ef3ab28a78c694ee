package trainer.client.yarn;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnClusterMetrics;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;

/**
 * The state of a cluster before a job is submitted, in the client's own types. The first question
 * opens the connection to YARN. The checks are those of a submission, and fail with the same
 * errors. A cluster that does not answer fails each question with CLUSTER_UNREACHABLE.
 *
 * <p>Thread-safe: each check of an examination has a thread of its own.
 */
public final class ClusterSurvey implements AutoCloseable {
  private final Configuration hadoop;
  private YarnConnection connection;

  /** A survey of the cluster of a configuration. */
  public ClusterSurvey(Configuration hadoop) {
    this.hadoop = hadoop;
  }

  private synchronized YarnConnection yarn() {
    if (connection == null) {
      connection = YarnConnection.open(hadoop);
    }
    return connection;
  }

  /** The number of NodeManagers that the ResourceManager has registered. */
  public int nodeManagers() {
    YarnClusterMetrics metrics = yarn().call(client -> client.getYarnClusterMetrics());
    return metrics.getNumNodeManagers();
  }

  /**
   * The name of the queue of {@code trainer.queue}.
   *
   * @throws FailureException QUEUE_NOT_FOUND, ACCESS_DENIED without the right to submit, or
   *     QUEUE_FULL while it is stopped
   */
  public String queue(Settings settings) {
    return ClusterChecks.queue(yarn(), settings.get(Keys.QUEUE)).getQueueName();
  }

  /** The nodes, with the resources of the running ones. */
  public Nodes nodes() {
    List<NodeReport> running = yarn().call(client -> client.getNodeReports(NodeState.RUNNING));
    EnumSet<NodeState> unfit = EnumSet.of(NodeState.UNHEALTHY, NodeState.LOST);
    List<NodeReport> others =
        yarn().call(client -> client.getNodeReports(unfit.toArray(new NodeState[0])));
    return new Nodes(
        running.stream().map(NodeReport::getHttpAddress).toList(),
        others.size(),
        running.stream().mapToLong(node -> node.getCapability().getMemorySize()).sum(),
        running.stream().mapToLong(node -> node.getCapability().getVirtualCores()).sum(),
        running.stream().mapToLong(ClusterSurvey::freeMb).sum());
  }

  private static long freeMb(NodeReport node) {
    Resource used = node.getUsed();
    return node.getCapability().getMemorySize() - (used == null ? 0 : used.getMemorySize());
  }

  /**
   * The memory of the largest container, in MB.
   *
   * @throws FailureException RESOURCE_TOO_LARGE when the settings ask for a larger one
   */
  public long largestContainerMb(Settings settings) {
    Resource most =
        yarn()
            .call(client -> client.createApplication())
            .getNewApplicationResponse()
            .getMaximumResourceCapability();
    ClusterChecks.sizes(settings, most);
    return most.getMemorySize();
  }

  /**
   * A sentence on the containers that fit into queue and nodes; empty if no node of the queue runs.
   *
   * @throws FailureException RESOURCE_TOO_LARGE when the job's least containers never fit
   */
  public Optional<String> room(Settings settings) {
    return ClusterChecks.room(yarn(), settings, hadoop).map(room -> room.check(settings));
  }

  /** The memory in MB that the scheduler allocates for a container of this memory in MB. */
  public long allocationMb(long askedMb) {
    return SchedulerRules.of(hadoop).allocation(askedMb);
  }

  /**
   * Checks that the nodes can reach a folder.
   *
   * @throws FailureException JOB_DIR_CANNOT_FLUSH for a folder on this machine's disk
   */
  public void requireReachable(Path folder) {
    URI cluster = FileSystem.getDefaultUri(hadoop);
    ClusterChecks.reachable(folder, cluster);
  }

  /**
   * Obtains the delegation tokens of a job and drops them; returns their number.
   *
   * @param touched paths on all file systems that the job uses
   */
  public int tokens(List<Path> touched) throws IOException {
    JobCredentials credentials = new JobCredentials(null);
    credentials.addTokens(hadoop, touched, yarn());
    return credentials.tokens();
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.close();
    }
  }

  /**
   * The nodes of a cluster.
   *
   * @param pages the web addresses {@code host:port} of the running nodes
   * @param unfit how many are unhealthy or lost
   * @param memoryMb of the running nodes together, in MB
   * @param cores virtual cores of the running nodes together
   * @param freeMb what of the memory no container has, in MB
   */
  public record Nodes(List<String> pages, int unfit, long memoryMb, long cores, long freeMb) {
    /** Copies the pages. */
    public Nodes {
      pages = List.copyOf(pages);
    }

    /** How many are running. */
    public int running() {
      return pages.size();
    }
  }
}
