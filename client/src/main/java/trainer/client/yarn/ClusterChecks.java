package trainer.client.yarn;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.QueueUserACLInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import trainer.client.yarn.ContainerPacking.Size;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The checks before the start that need the cluster: queue, rights and container sizes. */
final class ClusterChecks {
  private static final int MOST_TAGS = 10;
  private static final int MOST_TAG_LENGTH = 100;

  private ClusterChecks() {}

  /**
   * The leaf that a job would run in.
   *
   * @param name its name or full path
   * @throws FailureException QUEUE_NOT_FOUND, ACCESS_DENIED without the right to submit, or
   *     QUEUE_FULL while the queue is stopped or drains
   */
  static QueueInfo queue(YarnConnection yarn, String name) {
    List<QueueInfo> queues = yarn.call(client -> client.getAllQueues());
    List<QueueInfo> leaves = queues.stream().filter(ClusterChecks::isLeaf).toList();
    QueueInfo queue =
        leaves.stream()
            .filter(leaf -> isNamed(name, leaf.getQueueName(), leaf.getQueuePath()))
            .findFirst()
            .orElse(null);
    if (queue == null) {
      boolean parent =
          queues.stream().anyMatch(one -> isNamed(name, one.getQueueName(), one.getQueuePath()));
      throw new FailureException(
          FailureKind.QUEUE_NOT_FOUND,
          parent
              ? "queue " + name + " takes no jobs, only its leaves do"
              : "there is no queue " + name,
          Keys.QUEUE.name(),
          "give one of " + leaves.stream().map(QueueInfo::getQueueName).sorted().toList());
    }
    allowed(yarn, name, queue);
    if (queue.getQueueState() != null && queue.getQueueState() != QueueState.RUNNING) {
      throw new FailureException(
          FailureKind.QUEUE_FULL,
          "queue " + name + " is " + queue.getQueueState() + " and takes no jobs",
          Keys.QUEUE.name(),
          "use another --queue, or have it started");
    }
    return queue;
  }

  /** The capacity that queue and nodes can ever give; empty if no node of the queue is running. */
  static Optional<ClusterRoom> room(YarnConnection yarn, Settings settings, Configuration hadoop) {
    String name = settings.get(Keys.QUEUE);
    List<QueueInfo> queues = yarn.call(client -> client.getAllQueues());
    QueueInfo queue =
        queues.stream()
            .filter(one -> isNamed(name, one.getQueueName(), one.getQueuePath()))
            .findFirst()
            .orElse(null);
    if (queue == null) {
      return Optional.empty();
    }
    String expression = queue.getDefaultNodeLabelExpression();
    String label = expression == null ? "" : expression.strip();
    List<NodeReport> nodes =
        yarn.call(client -> client.getNodeReports(NodeState.RUNNING)).stream()
            .filter(node -> label.isEmpty() || isLabelled(node, label))
            .toList();
    if (nodes.isEmpty()) {
      return Optional.empty();
    }
    // A queue has another share of labelled nodes, which YARN's API does not report.
    double share = label.isEmpty() ? most(queues, queue) : 1;
    return Optional.of(room(name, queue, nodes, share, SchedulerRules.of(hadoop)));
  }

  /** The room of a queue with this maximum share of the nodes. */
  static ClusterRoom room(
      String name, QueueInfo queue, List<NodeReport> nodes, double share, SchedulerRules rules) {
    List<Size> sizes = nodes.stream().map(node -> size(node.getCapability())).toList();
    Size most =
        new Size(
            (long) (share * sizes.stream().mapToLong(Size::mb).sum()),
            (long) (share * sizes.stream().mapToLong(Size::cores).sum()));
    long unused = nodes.stream().mapToLong(ClusterChecks::freeMb).sum();
    long taken =
        queue.getQueueStatistics() == null ? 0 : queue.getQueueStatistics().getAllocatedMemoryMB();
    long free = Math.max(0, Math.min(unused, most.mb() - taken));
    return new ClusterRoom(name, sizes, most, free, rules);
  }

  private static Size size(Resource resource) {
    return new Size(resource.getMemorySize(), resource.getVirtualCores());
  }

  private static long freeMb(NodeReport node) {
    long used = node.getUsed() == null ? 0 : node.getUsed().getMemorySize();
    return Math.max(0, node.getCapability().getMemorySize() - used);
  }

  private static boolean isLabelled(NodeReport node, String label) {
    return node.getNodeLabels() != null && node.getNodeLabels().contains(label);
  }

  /**
   * The largest share of the cluster that a queue may have: the product of the maxima along its
   * path. Only the capacity scheduler names queues by paths, with maxima relative to the parent
   * queue. For other schedulers the queue's own maximum counts, if it is a share.
   */
  static double most(List<QueueInfo> queues, QueueInfo queue) {
    if (queue.getQueuePath() == null || queue.getQueuePath().isEmpty()) {
      return part(queue);
    }
    double share = 1;
    for (QueueInfo one : queues) {
      String path = one.getQueuePath();
      boolean isAbove =
          path != null
              && (queue.getQueuePath().equals(path) || queue.getQueuePath().startsWith(path + "."));
      share *= isAbove ? part(one) : 1;
    }
    return share;
  }

  private static double part(QueueInfo queue) {
    float most = queue.getMaximumCapacity();
    return most > 0 && most < 1 ? most : 1;
  }

  private static boolean isLeaf(QueueInfo queue) {
    return queue.getChildQueues() == null || queue.getChildQueues().isEmpty();
  }

  private static boolean isNamed(String wanted, String name, String path) {
    return wanted.equals(name) || wanted.equals(path);
  }

  /** Refuses a queue to which the cluster does not let this user submit. */
  private static void allowed(YarnConnection yarn, String name, QueueInfo queue) {
    List<QueueUserACLInfo> rights = yarn.call(client -> client.getQueueAclsInfo());
    List<QueueUserACLInfo> ours =
        rights.stream()
            .filter(one -> isNamed(one.getQueueName(), queue.getQueueName(), queue.getQueuePath()))
            .toList();
    if (!ours.isEmpty() && ours.stream().noneMatch(ClusterChecks::maySubmit)) {
      throw new FailureException(
          FailureKind.ACCESS_DENIED,
          "you may not submit to queue " + name,
          Keys.QUEUE.name(),
          "give one of "
              + rights.stream()
                  .filter(ClusterChecks::maySubmit)
                  .map(QueueUserACLInfo::getQueueName)
                  .sorted()
                  .toList()
              + ", or have its ACL changed");
    }
  }

  private static boolean maySubmit(QueueUserACLInfo queue) {
    return queue.getUserAcls().contains(QueueACL.SUBMIT_APPLICATIONS)
        || queue.getUserAcls().contains(QueueACL.ADMINISTER_QUEUE);
  }

  /** Refuses a folder on the client's own disk, which the cluster's nodes cannot reach. */
  static void reachable(Path jobDir, URI cluster) {
    if ("file".equals(jobDir.toUri().getScheme()) && !"file".equals(cluster.getScheme())) {
      throw new FailureException(
          FailureKind.JOB_DIR_CANNOT_FLUSH,
          "the job's folder is on this machine's disk, where the cluster's nodes cannot reach it",
          jobDir.toString(),
          "set trainer.job.dir to a folder on " + cluster);
    }
  }

  /**
   * Warnings for paths on the nodes' own disks. They are no failures, since the nodes may all mount
   * the same folder.
   */
  static List<String> onLocalDisks(List<String> inputs, List<String> outputs, URI cluster) {
    if ("file".equals(cluster.getScheme())) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    for (String input : inputs) {
      if (input.startsWith("file:")) {
        warnings.add(
            "each node reads "
                + input
                + " from its own disk, and fails where it is not; hdfs dfs -put brings it to "
                + cluster);
      }
    }
    for (String output : outputs) {
      if (output.startsWith("file:")) {
        warnings.add(
            "each node writes its part of the model to "
                + output
                + " on its own disk; unless all nodes mount that folder the model is lost at the"
                + " end: give a folder on "
                + cluster
                + " and fetch it with hdfs dfs -get");
      }
    }
    return warnings;
  }

  /** Checks the tags against YARN's limits. One of the tags is not the user's. */
  static void tags(Set<String> tags) {
    for (String tag : tags) {
      if (tag.length() > MOST_TAG_LENGTH || tag.chars().anyMatch(c -> c >= 0x80)) {
        throw badTags("'" + tag + "' is no tag");
      }
    }
    if (tags.size() > MOST_TAGS) {
      throw badTags(tags.size() - 1 + " tags are too many");
    }
  }

  private static FailureException badTags(String what) {
    return new FailureException(
        FailureKind.CONFIG_INVALID,
        what,
        Keys.TAGS.name(),
        "give at most "
            + (MOST_TAGS - 1)
            + " tags of "
            + MOST_TAG_LENGTH
            + " ASCII characters: YARN takes "
            + MOST_TAGS
            + ", and one names the bundle");
  }

  /**
   * A standby in a container cannot speak to YARN. Once it leads, the next master that YARN starts
   * speaks for it.
   */
  static void standby(Settings settings) {
    if (!settings.get(Keys.STANDBY)) {
      return;
    }
    if (settings.get(Keys.MASTER_ATTEMPTS) < 2) {
      throw new FailureException(
          FailureKind.CONFIG_INVALID,
          "a standby needs another master from YARN once it leads, and only one may be started",
          Keys.MASTER_ATTEMPTS.name(),
          "set it to 2 or more, or leave out " + Keys.STANDBY.name());
    }
  }

  static void sizes(Settings settings, Resource most) {
    fits(settings, Keys.MASTER_MEMORY_MB, most.getMemorySize(), "MB");
    fits(settings, Keys.PSERVER_MEMORY_MB, most.getMemorySize(), "MB");
    fits(settings, Keys.WORKER_MEMORY_MB, most.getMemorySize(), "MB");
    fits(settings, Keys.MASTER_VCORES, most.getVirtualCores(), "vcores");
    fits(settings, Keys.PSERVER_VCORES, most.getVirtualCores(), "vcores");
    fits(settings, Keys.WORKER_VCORES, most.getVirtualCores(), "vcores");
  }

  private static void fits(Settings settings, Key<Integer> key, long most, String unit) {
    int asked = settings.get(key);
    if (asked > most) {
      throw new FailureException(
          FailureKind.RESOURCE_TOO_LARGE,
          asked + " " + unit + " a container are more than the cluster gives (" + most + ")",
          key.name(),
          "set it to " + most + " or less");
    }
  }
}
