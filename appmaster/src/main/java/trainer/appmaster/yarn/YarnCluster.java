package trainer.appmaster.yarn;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.DNSToSwitchMapping;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.DaemonTimer;
import trainer.appmaster.loop.DelegatedCluster;
import trainer.appmaster.loop.Mailbox;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.protocol.auth.Secret;

/**
 * The adapter for containers from YARN.
 *
 * <p>An ask carries its number as YARN's allocationRequestId, so that each grant finds its ask. It
 * is removed from YARN's table as soon as it is granted. Containers of earlier attempts arrive with
 * the registration, or after it. Actions run on the core thread, or on the thread of a {@code
 * ClusterAgent}. YARN's callbacks run on YARN's threads and only offer to the mailbox.
 */
public final class YarnCluster implements DelegatedCluster {
  private static final Logger LOG = LoggerFactory.getLogger(YarnCluster.class);
  private static final int ASKING_HEARTBEAT_MILLIS = 250;
  private static final int CALM_HEARTBEAT_MILLIS = 1000;

  /**
   * The delay before a launched container is released. If its process was killed, the launching
   * shell still uploads the rest of its logs. HDFS alone takes up to one heartbeat of its DataNodes
   * to recover a file from a dead writer. A process that is alive leaves by itself.
   */
  private static final Duration UPLOAD_PATIENCE = Duration.ofSeconds(30);

  private final Configuration hadoop;
  private final Mailbox mailbox;
  private final ContainerContexts contexts;
  private final ClientAccess access;
  private final Map<Long, ContainerRequest> asks = new ConcurrentHashMap<>();
  private final Map<String, Container> granted = new ConcurrentHashMap<>();
  private final Set<String> launched = ConcurrentHashMap.newKeySet();
  private final Set<String> adopted = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService later = DaemonTimer.named("releases");
  private final PreemptionNotices warnings;
  private final TimedResourceManager timed = new TimedResourceManager();
  private final AMRMClientAsync<ContainerRequest> resourceManager;
  private final NMClientAsync nodeManagers;
  private final ClusterWatch watch;
  private final Set<String> avoided = ConcurrentHashMap.newKeySet();
  private volatile Resource largest;

  /**
   * @param contexts makes the launch contexts of containers
   * @param access receives the rights of users and the key of their tokens
   * @param queue the queue of this application
   * @param progress the finished part of the application
   * @param disowned called when the ResourceManager does not accept this master any more
   */
  public YarnCluster(
      Configuration hadoop,
      Mailbox mailbox,
      ContainerContexts contexts,
      ClientAccess access,
      String queue,
      Supplier<Float> progress,
      LostLeadership disowned) {
    this.hadoop = withKnownRacks(hadoop);
    this.mailbox = mailbox;
    this.contexts = contexts;
    this.access = access;
    this.warnings = new PreemptionNotices(granted::values, mailbox);
    ResourceManagerCallbacks callbacks =
        new ResourceManagerCallbacks(
            mailbox,
            this::noteGrant,
            this::adopt,
            this::noteEnd,
            disowned::because,
            progress,
            warnings);
    // A token cache for this master alone, not the process-wide one.
    NMTokenCache tokens = new NMTokenCache();
    timed.setNMTokenCache(tokens);
    this.resourceManager =
        AMRMClientAsync.createAMRMClientAsync(timed, ASKING_HEARTBEAT_MILLIS, callbacks);
    this.nodeManagers =
        NMClientAsync.createNMClientAsync(new NodeManagerCallbacks(mailbox, launched::remove));
    nodeManagers.getClient().setNMTokenCache(tokens);
    // Stopping the client must not stop containers: another attempt may take them over. After the
    // application has unregistered, the ResourceManager stops those that are left.
    nodeManagers.getClient().cleanupRunningContainersOnStop(false);
    this.watch =
        new ClusterWatch(
            this.hadoop,
            queue,
            resourceManager,
            mailbox,
            () -> !asks.isEmpty(),
            warnings::nodes,
            () -> (int) Math.min(Integer.MAX_VALUE, largest.getMemorySize()));
  }

  /**
   * The configuration with {@link KnownRacks} for the cluster's rack resolution. YARN's client
   * would load a class or script that only the cluster's daemons have.
   */
  static Configuration withKnownRacks(Configuration hadoop) {
    Configuration conf = new Configuration(hadoop);
    conf.setClass(
        "net.topology.node.switch.mapping.impl", KnownRacks.class, DNSToSwitchMapping.class);
    return conf;
  }

  @Override
  public void join(Address address) {
    try {
      resourceManager.init(hadoop);
      resourceManager.start();
      nodeManagers.init(hadoop);
      nodeManagers.start();
      RegisterApplicationMasterResponse answer =
          resourceManager.registerApplicationMaster(
              address.host(), address.port(), address.trackingUrl());
      largest = answer.getMaximumResourceCapability();
      contexts.acls(answer.getApplicationACLs());
      access.registered(answer);
      adopt(answer.getContainersFromPreviousAttempts());
      watch.start();
      LOG.info(
          "Registered with the ResourceManager as {}:{}, tracking URL {}, queue {}, largest"
              + " container {}",
          address.host(),
          address.port(),
          address.trackingUrl(),
          answer.getQueue(),
          largest);
    } catch (YarnException | IOException e) {
      throw new FailureException(
          new trainer.core.failure.Failure(
              FailureKind.CLUSTER_UNREACHABLE,
              "the ResourceManager did not register this master: " + e.getMessage(),
              "",
              "see the ResourceManager's log"),
          e);
    }
  }

  @Override
  public void list() {
    offer(granted.values().stream().filter(this::isLaunched).toList());
    watch.repeat();
  }

  @Override
  public boolean isJoined() {
    return largest != null;
  }

  @Override
  public void lead(Address leader) {
    List.copyOf(asks.keySet()).forEach(this::withdraw);
    granted.values().stream()
        .filter(container -> !isLaunched(container))
        .forEach(container -> release(container.getId().toString()));
    if (!avoided.isEmpty()) {
      on(new FleetAction.Avoid(Set.of(), Set.copyOf(avoided)));
    }
    resourceManager.updateTrackingUrl(leader.trackingUrl());
    list();
  }

  @Override
  public boolean isRunning(String containerId) {
    return granted.containsKey(containerId) && launched.contains(containerId);
  }

  private boolean isLaunched(Container container) {
    return launched.contains(container.getId().toString());
  }

  @Override
  public boolean isHeardWithin(Duration time) {
    return System.nanoTime() - timed.answeredAt() <= time.toNanos();
  }

  @Override
  public void prepare(JobSpec job, Secret secret) throws IOException {
    contexts.add(job, secret);
  }

  @Override
  public void prepareStandby(JobSpec application, Secret secret) throws IOException {
    contexts.addStandby(application, secret);
  }

  @Override
  public void forget(JobId job) {
    contexts.remove(job);
  }

  @Override
  public void on(FleetAction.Ask action) {
    Resource size = Resource.newInstance(action.memoryMb(), action.vcores());
    if (size.getMemorySize() > largest.getMemorySize()
        || size.getVirtualCores() > largest.getVirtualCores()) {
      // The ResourceManager would reject every heartbeat after such an ask.
      mailbox.offer(
          new FleetEvent.ClusterSeen(
              "a container of "
                  + size
                  + " is larger than the largest this cluster gives, "
                  + largest));
      return;
    }
    ContainerRequest request = request(action, size, KnownRacks.all());
    asks.put(action.ask(), request);
    resourceManager.addContainerRequest(request);
    resourceManager.setHeartbeatInterval(ASKING_HEARTBEAT_MILLIS);
    LOG.info(
        "Asked for {} container (ask {}, priority {}, {}{})",
        action.role().word(),
        action.ask(),
        action.priority(),
        size,
        request.getNodes() == null ? "" : ", on " + String.join(", ", request.getNodes()));
  }

  /**
   * A request for the action's hosts, or for any where none of these runs containers.
   *
   * @param racks of the hosts that run containers
   */
  static ContainerRequest request(
      FleetAction.Ask action, Resource size, Map<String, String> racks) {
    String[] hosts = action.hosts().stream().filter(racks::containsKey).toArray(String[]::new);
    ContainerRequest.ContainerRequestBuilder request =
        ContainerRequest.newBuilder()
            .capability(size)
            .priority(Priority.newInstance(action.priority()))
            .allocationRequestId(action.ask());
    if (hosts.length > 0) {
      request.nodes(hosts).relaxLocality(false);
    }
    return request.build();
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    withdraw(action.ask());
  }

  @Override
  public void on(FleetAction.Launch action) {
    Container container = granted.get(action.containerId());
    if (container == null) {
      mailbox.offer(
          new FleetEvent.LaunchFailed(action.containerId(), "it has ended or was never granted"));
      return;
    }
    launched.add(action.containerId());
    nodeManagers.startContainerAsync(
        container,
        contexts.of(
            action.job(), action.role(), action.index(), container.getResource().getMemorySize()));
    LOG.info(
        "Launching {}-{} in {} on {}",
        action.role().word(),
        action.index(),
        action.containerId(),
        container.getNodeId().getHost());
  }

  @Override
  public void on(FleetAction.Release action) {
    String id = action.containerId();
    if (launched.contains(id) && !isStandby(granted.get(id))) {
      var unused =
          later.schedule(() -> release(id), UPLOAD_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      release(id);
    }
  }

  /** A standby that hangs must not lead any more; an earlier attempt may have launched it. */
  private static boolean isStandby(Container container) {
    return container != null
        && container.getPriority().getPriority() == FleetAction.STANDBY_PRIORITY;
  }

  @Override
  public void on(FleetAction.Avoid action) {
    LOG.info("Hosts to be avoided: {} more, {} fewer", action.more(), action.fewer());
    avoided.addAll(action.more());
    avoided.removeAll(action.fewer());
    updateBlacklist(resourceManager, action);
  }

  /** Passes the change on, in lists that YARN's client may modify. */
  static void updateBlacklist(AMRMClientAsync<?> resourceManager, FleetAction.Avoid action) {
    resourceManager.updateBlacklist(
        new ArrayList<>(action.more()), new ArrayList<>(action.fewer()));
  }

  private void release(String containerId) {
    ContainerId id = ContainerId.fromString(containerId);
    Container container = granted.get(containerId);
    if (container == null) {
      return;
    }
    if (launched.contains(containerId) && !adopted.contains(containerId)) {
      // At the node too, since a stop by the ResourceManager takes two more heartbeats. The
      // NodeManagers' client can stop only the containers that it started itself.
      nodeManagers.stopContainerAsync(id, container.getNodeId());
    }
    resourceManager.releaseAssignedContainer(id);
    LOG.info("Released {}", id);
  }

  @Override
  public void leave(Ending ending) {
    watch.close();
    later.shutdownNow();
    for (Container left : granted.values()) {
      LOG.warn("{} still runs at the end and is stopped", left.getId());
      resourceManager.releaseAssignedContainer(left.getId());
    }
    try {
      resourceManager.unregisterApplicationMaster(
          FinalStatus.status(ending.state()), FinalStatus.diagnostics(ending), ending.page());
      LOG.info("Unregistered as {}", ending.state());
    } catch (YarnException | IOException e) {
      LOG.error("The ResourceManager did not take the end, {}", ending.state(), e);
    }
    nodeManagers.stop();
    resourceManager.stop();
  }

  /** Takes over the containers that earlier attempts left running. */
  private void adopt(List<Container> containers) {
    for (Container container : containers) {
      String id = container.getId().toString();
      granted.put(id, container);
      adopted.add(id);
      launched.add(id);
    }
    offer(containers);
    warnings.onGranted(containers);
  }

  private void offer(List<Container> running) {
    List<FleetEvent.Previous> previous =
        running.stream()
            .map(one -> new FleetEvent.Previous(one.getId().toString(), one.getNodeId().getHost()))
            .toList();
    LOG.info("Containers that still run: {}", previous);
    mailbox.offer(new FleetEvent.Joined(previous));
  }

  private void noteEnd(String containerId) {
    granted.remove(containerId);
    launched.remove(containerId);
    adopted.remove(containerId);
  }

  private void noteGrant(Container container) {
    granted.put(container.getId().toString(), container);
    withdraw(container.getAllocationRequestId());
  }

  private void withdraw(long ask) {
    Optional.ofNullable(asks.remove(ask)).ifPresent(resourceManager::removeContainerRequest);
    if (asks.isEmpty()) {
      resourceManager.setHeartbeatInterval(CALM_HEARTBEAT_MILLIS);
    }
  }
}
