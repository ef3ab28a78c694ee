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
 * What YARN says of containers before it takes them, as events: they are on a node that is
 * decommissioned once they have left it, or are to make room for another queue's. Never waits.
 *
 * <p>The capacity scheduler leaves the choice what to give back, and says so once; the fair
 * scheduler does not, and may say so again.
 */
final class PreemptionNotices {
  private static final Logger LOG = LoggerFactory.getLogger(PreemptionNotices.class);

  private final Supplier<Collection<Container>> held;
  private final Mailbox mailbox;
  private final Set<NodeId> drained = ConcurrentHashMap.newKeySet();

  /**
   * @param held the containers there are now
   */
  PreemptionNotices(Supplier<Collection<Container>> held, Mailbox mailbox) {
    this.held = held;
    this.mailbox = mailbox;
  }

  /** These nodes are as said. */
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

  /** These containers have come, and their events are offered. */
  void came(List<Container> containers) {
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

  /** Another queue is to have room. */
  void preemption(PreemptionMessage message) {
    StrictPreemptionContract strict = message.getStrictContract();
    if (strict != null) {
      LOG.info("The ResourceManager is going to take {}", ids(strict.getContainers()));
      mailbox.offer(new FleetEvent.Leaving(ids(strict.getContainers()), "it is preempted"));
    }
    PreemptionContract contract = message.getContract();
    if (contract != null) {
      // What it asks for as a resource is what these have together.
      LOG.info("The ResourceManager wants back {} or as much", ids(contract.getContainers()));
      mailbox.offer(new FleetEvent.WantedBack(ids(contract.getContainers()), "it is preempted"));
    }
  }

  private static List<String> ids(Set<PreemptionContainer> containers) {
    return containers.stream().map(one -> one.getId().toString()).sorted().toList();
  }
}
