package trainer.master.fleet.remote;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;

/** Carries out what a leader wants of the cluster: each wish once, however often it arrives. */
public final class FleetAgent implements FleetAction.Handler {
  private final FleetAction.Handler cluster;
  private final Predicate<String> isRunning;
  private final Consumer<FleetEvent> answers;
  private final Set<Long> asked = new HashSet<>();
  private final Set<Long> open = new HashSet<>();
  private final Set<String> granted = new HashSet<>();
  private final Set<String> launched = new HashSet<>();
  private final Set<String> avoided = new HashSet<>();

  /**
   * @param cluster performs the actions
   * @param isRunning whether a process was launched in a container and has not ended, perhaps by an
   *     earlier agent
   * @param answers receives the events that answer a wish without the cluster
   */
  public FleetAgent(
      FleetAction.Handler cluster, Predicate<String> isRunning, Consumer<FleetEvent> answers) {
    this.cluster = cluster;
    this.isRunning = isRunning;
    this.answers = answers;
  }

  /** Carries out what is missing, and withdraws what is not wanted any more. */
  public void match(FleetWishes.Open wanted) {
    Set<Long> numbers = new HashSet<>();
    wanted.asks().forEach(ask -> numbers.add(ask.ask()));
    for (long ask : Set.copyOf(open)) {
      if (!numbers.contains(ask)) {
        on(new FleetAction.CancelAsk(ask));
      }
    }
    avoid(wanted.avoided());
    wanted.released().forEach(id -> on(new FleetAction.Release(id))); // an ask may replace one
    wanted.asks().forEach(this::on);
    wanted.launches().forEach(this::on);
  }

  /** Excludes these hosts alone from grants. */
  public void avoid(Set<String> hosts) {
    Set<String> more = without(hosts, avoided);
    Set<String> fewer = without(avoided, hosts);
    if (!more.isEmpty() || !fewer.isEmpty()) {
      on(new FleetAction.Avoid(more, fewer));
    }
  }

  /** An event of the cluster; before the leader learns of it. */
  public void onEvent(FleetEvent event) {
    if (event instanceof FleetEvent.Granted grant) {
      open.remove(grant.ask());
      granted.add(grant.containerId());
    } else if (event instanceof FleetEvent.Completed completed) {
      granted.remove(completed.containerId());
      launched.remove(completed.containerId());
    }
  }

  /** The asks that are neither granted nor withdrawn. */
  public Set<Long> open() {
    return Set.copyOf(open);
  }

  /** The containers that were granted to this agent and not launched. */
  public Set<String> unlaunched() {
    return without(granted, launched);
  }

  private static Set<String> without(Set<String> all, Set<String> those) {
    Set<String> rest = new HashSet<>(all);
    rest.removeAll(those);
    return rest;
  }

  @Override
  public void on(FleetAction.Ask action) {
    if (asked.add(action.ask())) {
      open.add(action.ask());
      cluster.on(action);
    }
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    open.remove(action.ask());
    cluster.on(action);
  }

  @Override
  public void on(FleetAction.Launch action) {
    String id = action.containerId();
    if (!launched.add(id)) {
      return;
    }
    if (granted.contains(id)) {
      cluster.on(action);
    } else if (isRunning.test(id)) { // an earlier agent has launched it
      answers.accept(new FleetEvent.Launched(id));
    } else {
      answers.accept(new FleetEvent.LaunchFailed(id, "the master that was granted it is gone"));
    }
  }

  @Override
  public void on(FleetAction.Release action) {
    cluster.on(action);
  }

  @Override
  public void on(FleetAction.Avoid action) {
    avoided.addAll(action.more());
    avoided.removeAll(action.fewer());
    cluster.on(action);
  }
}
