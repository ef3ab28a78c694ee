package trainer.appmaster.yarn;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionContract;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.StrictPreemptionContract;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.appmaster.loop.Mailbox;
import trainer.master.fleet.FleetEvent;

/**
 * YARN's notices before it takes containers, turned into events. The reason is a decommissioned
 * node or preemption for another queue. The methods never block.
 *
 * <p>The capacity scheduler lets the application choose the containers to return, and sends the
 * request once. The fair scheduler names the containers, and may repeat itself.
 */
final class PreemptionNotices {
  private static final Logger LOG = LoggerFactory.getLogger(PreemptionNotices.class);

  private final Supplier<Collection<Container>> held;
  private final Mailbox mailbox;
  private final Set<NodeId> drained = ConcurrentHashMap.newKeySet();

  /**
   * @param held the containers held now
   */
  PreemptionNotices(Supplier<Collection<Container>> held, Mailbox mailbox) {
    this.held = held;
    this.mailbox = mailbox;
  }

  /** Handles new states of nodes. Containers on a decommissioned node are leaving. */
  void nodes(List<NodeReport> nodes) {
    for (NodeReport node : nodes) {
      LOG.info("Node {} is now {}", node.getNodeId(), node.getNodeState());
      if (node.getNodeState() == NodeState.DECOMMISSIONING) {
        drained.add(node.getNodeId());
        leaving(
            held.get().stream().filter(one -> one.getNodeId().equals(node.getNodeId())).toList());
      } else {
        drained.remove(node.getNodeId());
      }
    }
  }

  /** Handles new containers, after their events were offered. */
  void onGranted(List<Container> containers) {
    leaving(containers.stream().filter(one -> drained.contains(one.getNodeId())).toList());
  }

  private void leaving(List<Container> containers) {
    if (!containers.isEmpty()) {
      String why = "its node " + containers.get(0).getNodeId().getHost() + " is decommissioned";
      mailbox.offer(
          new FleetEvent.Leaving(
              containers.stream().map(one -> one.getId().toString()).toList(), why));
    }
  }

  /** Handles a preemption for another queue. */
  void preemption(PreemptionMessage message) {
    StrictPreemptionContract strict = message.getStrictContract();
    if (strict != null) {
      LOG.info("The ResourceManager is going to take {}", ids(strict.getContainers()));
      mailbox.offer(new FleetEvent.Leaving(ids(strict.getContainers()), "it is preempted"));
    }
    PreemptionContract contract = message.getContract();
    if (contract != null) {
      // The contract's resource request equals the sum of these containers.
      LOG.info("The ResourceManager wants back {} or as much", ids(contract.getContainers()));
      mailbox.offer(new FleetEvent.WantedBack(ids(contract.getContainers()), "it is preempted"));
    }
  }

  private static List<String> ids(Set<PreemptionContainer> containers) {
    return containers.stream().map(one -> one.getId().toString()).sorted().toList();
  }
}
