package trainer.it.simulation.masters;

import java.util.List;
import java.util.function.Predicate;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.EventBacklog;
import trainer.master.fleet.remote.FleetAgent;
import trainer.testkit.Wire;

/**
 * The part of a following attempt that speaks to the cluster for the leader, with the shipped
 * {@link FleetAgent}: each wish is carried out once, and events are repeated until the leader
 * confirms them.
 */
public final class SimClusterAgent {
  private final String name;
  private final FleetAgent agent;
  private final EventBacklog backlog = new EventBacklog();
  private Wire<AgentMessages.News, AgentMessages.Order> wire;

  /**
   * @param name of the attempt, which no other one has
   * @param isRunning whether a process was launched in a container that has not ended
   */
  public SimClusterAgent(String name, FleetAction.Handler cluster, Predicate<String> isRunning) {
    this.name = name;
    this.agent = new FleetAgent(cluster, isRunning, this::happened);
  }

  /**
   * Speaks for the leader at the other end.
   *
   * @param onBroken is called when the stream has ended
   */
  public void speak(Wire<AgentMessages.News, AgentMessages.Order> opened, Runnable onBroken) {
    wire = opened;
    opened.onFirst(
        order -> onOrder(opened, order),
        () -> {
          if (wire == opened) {
            wire = null;
            onBroken.run();
          }
        });
    opened.sayFromFirst(new AgentMessages.Attached(name));
    backlog.repeat((number, event) -> say(new AgentMessages.Happened(number, event)));
  }

  /** The stream to the leader; null without one. */
  public Wire<AgentMessages.News, AgentMessages.Order> wire() {
    return wire;
  }

  /** An event of the cluster. */
  public void happened(FleetEvent event) {
    agent.onEvent(event);
    say(new AgentMessages.Happened(backlog.add(event), event));
  }

  /** Ends its service, since it leads itself; returns the events that no leader has confirmed. */
  public List<FleetEvent> end() {
    Wire<AgentMessages.News, AgentMessages.Order> last = wire;
    wire = null;
    if (last != null) {
      last.breakOff();
    }
    return backlog.take();
  }

  /** What it has carried out. */
  public FleetAgent agent() {
    return agent;
  }

  private void say(AgentMessages.News news) {
    if (wire != null) {
      wire.sayFromFirst(news);
    }
  }

  private void onOrder(
      Wire<AgentMessages.News, AgentMessages.Order> from, AgentMessages.Order order) {
    if (from != wire) {
      return;
    }
    if (order instanceof AgentMessages.Confirmed confirmed) {
      backlog.confirm(confirmed.number());
    } else if (order instanceof AgentMessages.Perform perform) {
      perform.action().to(agent);
    } else if (order instanceof AgentMessages.Wanted wanted) {
      agent.match(wanted.open());
    }
  }
}
