package trainer.appmaster.yarn;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.master.fleet.FleetEvent;

/**
 * The ResourceManager's callbacks, turned into events. YARN calls them on its single callback
 * thread, which also carries the heartbeat's answers. They therefore never block.
 */
final class ResourceManagerCallbacks extends AMRMClientAsync.AbstractCallbackHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceManagerCallbacks.class);
  private static final int DIAGNOSTICS_LIMIT = 10_000;

  private final Mailbox mailbox;
  private final Consumer<Container> granted;
  private final Consumer<List<Container>> previous;
  private final Consumer<String> completed;
  private final Consumer<String> disowned;
  private final PreemptionNotices warnings;
  private final Supplier<Float> progress;

  /**
   * @param granted receives each container before its event is offered
   * @param previous receives the containers of earlier attempts that still run
   * @param completed receives the id of each container that has ended
   * @param disowned receives the reason when the ResourceManager does not accept this attempt any
   *     more
   * @param progress the finished part of the application
   * @param warnings receives notices of containers about to be taken
   */
  ResourceManagerCallbacks(
      Mailbox mailbox,
      Consumer<Container> granted,
      Consumer<List<Container>> previous,
      Consumer<String> completed,
      Consumer<String> disowned,
      Supplier<Float> progress,
      PreemptionNotices warnings) {
    this.mailbox = mailbox;
    this.granted = granted;
    this.previous = previous;
    this.completed = completed;
    this.disowned = disowned;
    this.progress = progress;
    this.warnings = warnings;
  }

  @Override
  public float getProgress() {
    return Math.max(0f, Math.min(1f, progress.get()));
  }

  @Override
  public void onContainersAllocated(List<Container> containers) {
    for (Container container : containers) {
      granted.accept(container);
      mailbox.offer(
          new FleetEvent.Granted(
              container.getAllocationRequestId(),
              container.getId().toString(),
              container.getNodeId().getHost()));
    }
    warnings.onGranted(containers);
  }

  @Override
  public void onContainersReceivedFromPreviousAttempts(List<Container> containers) {
    previous.accept(containers);
  }

  @Override
  public void onContainersCompleted(List<ContainerStatus> statuses) {
    for (ContainerStatus status : statuses) {
      String id = status.getContainerId().toString();
      completed.accept(id);
      mailbox.offer(
          new FleetEvent.Completed(id, status.getExitStatus(), cut(status.getDiagnostics())));
    }
  }

  @Override
  public void onContainersUpdated(List<UpdatedContainer> containers) {
    LOG.warn("Containers were resized though none was asked to be: {}", containers);
  }

  @Override
  public void onShutdownRequest() {
    disowned.accept("the ResourceManager does not know this attempt any more");
  }

  @Override
  public void onNodesUpdated(List<NodeReport> nodes) {
    warnings.nodes(nodes);
  }

  @Override
  public void onPreemptionMessageReceived(PreemptionMessage message) {
    warnings.preemption(message);
  }

  @Override
  public void onError(Throwable cause) {
    LOG.error("Talking to the ResourceManager failed", cause);
    disowned.accept("talking to the ResourceManager failed: " + cause);
  }

  private static String cut(String diagnostics) {
    String text = diagnostics == null ? "" : diagnostics.strip();
    return text.length() <= DIAGNOSTICS_LIMIT ? text : text.substring(0, DIAGNOSTICS_LIMIT);
  }
}
