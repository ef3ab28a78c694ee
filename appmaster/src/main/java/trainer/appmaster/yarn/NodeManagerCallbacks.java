package trainer.appmaster.yarn;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.master.fleet.FleetEvent;

/**
 * The NodeManagers' callbacks, turned into events. Only starts and failed starts matter; the rest
 * is logged.
 */
final class NodeManagerCallbacks extends NMClientAsync.AbstractCallbackHandler {
  private static final Logger LOG = LoggerFactory.getLogger(NodeManagerCallbacks.class);

  private final Mailbox mailbox;
  private final Consumer<String> notStarted;

  /**
   * @param notStarted receives the id of each container that did not start, before its event is
   *     offered
   */
  NodeManagerCallbacks(Mailbox mailbox, Consumer<String> notStarted) {
    this.mailbox = mailbox;
    this.notStarted = notStarted;
  }

  @Override
  public void onContainerStarted(ContainerId id, Map<String, ByteBuffer> services) {
    mailbox.offer(new FleetEvent.Launched(id.toString()));
  }

  @Override
  public void onStartContainerError(ContainerId id, Throwable cause) {
    LOG.warn("{} was not started", id, cause);
    notStarted.accept(id.toString());
    mailbox.offer(new FleetEvent.LaunchFailed(id.toString(), String.valueOf(cause.getMessage())));
  }

  @Override
  public void onContainerStopped(ContainerId id) {
    LOG.debug("{} was stopped", id);
  }

  @Override
  public void onStopContainerError(ContainerId id, Throwable cause) {
    // Harmless: the ResourceManager got the release as well, and stops the container.
    LOG.info("{} could not be stopped at its node: {}", id, cause.getMessage());
  }

  @Override
  public void onContainerStatusReceived(ContainerId id, ContainerStatus status) {
    LOG.debug("{}: {}", id, status);
  }

  @Override
  public void onGetContainerStatusError(ContainerId id, Throwable cause) {
    LOG.debug("{}: no status", id, cause);
  }

  @Override
  @SuppressWarnings("deprecation")
  public void onContainerResourceIncreased(ContainerId id, Resource resource) {
    LOG.debug("{} is now {}", id, resource);
  }

  @Override
  public void onContainerResourceUpdated(ContainerId id, Resource resource) {
    LOG.debug("{} is now {}", id, resource);
  }

  @Override
  @SuppressWarnings("deprecation")
  public void onIncreaseContainerResourceError(ContainerId id, Throwable cause) {
    LOG.debug("{} was not resized", id, cause);
  }

  @Override
  public void onUpdateContainerResourceError(ContainerId id, Throwable cause) {
    LOG.debug("{} was not resized", id, cause);
  }
}
