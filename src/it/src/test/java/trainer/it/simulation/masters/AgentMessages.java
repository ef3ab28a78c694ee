package trainer.it.simulation.masters;

import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.remote.FleetWishes;

/** Messages between a leader that may not speak to the cluster and the attempt that may. */
public final class AgentMessages {
  private AgentMessages() {}

  /** From the attempt. */
  public sealed interface News {}

  /** The attempt follows, and speaks for the leader from now on. */
  public record Attached(String attempt) implements News {}

  /** An event of the cluster. */
  public record Happened(long number, FleetEvent event) implements News {}

  /** From the leader. */
  public sealed interface Order {}

  /** The leader has taken all events up to this number. */
  public record Confirmed(long number) implements Order {}

  /** Something to do. */
  public record Perform(FleetAction action) implements Order {}

  /** All that the leader wants. */
  public record Wanted(FleetWishes.Open open) implements Order {}
}
