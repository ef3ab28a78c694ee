package trainer.client.yarn;

import java.util.List;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.Resource;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** What only the cluster can say before the start: whether queue and container sizes fit. */
final class ClusterChecks {
  private ClusterChecks() {}

  static void queue(YarnConnection yarn, String name) {
    List<QueueInfo> queues = yarn.ask(client -> client.getAllQueues());
    boolean known =
        queues.stream()
            .anyMatch(
                queue -> name.equals(queue.getQueueName()) || name.equals(queue.getQueuePath()));
    if (known) {
      return;
    }
    List<String> leaves =
        queues.stream()
            .filter(queue -> queue.getChildQueues() == null || queue.getChildQueues().isEmpty())
            .map(QueueInfo::getQueueName)
            .sorted()
            .toList();
    throw new FailureException(
        FailureKind.QUEUE_NOT_FOUND,
        "there is no queue " + name,
        Keys.QUEUE.name(),
        "give one of " + leaves);
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
