package trainer.master.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** Remembers what a fleet wants and says. */
final class RecordingOutbox implements FleetOutbox {
  final List<Fact> facts = new ArrayList<>();
  final List<Fact> before = new ArrayList<>();
  final List<FleetAction> actions = new ArrayList<>();
  final List<String> told = new ArrayList<>();
  final List<Failure> failures = new ArrayList<>();

  List<FleetAction> asks() {
    return actions.stream().filter(FleetAction.Ask.class::isInstance).toList();
  }

  List<FleetAction> launches() {
    return actions.stream().filter(FleetAction.Launch.class::isInstance).toList();
  }

  List<String> standings(JobId job, Role role) {
    String prefix = "standing " + job + " " + role + " ";
    return told.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .filter(line -> !line.startsWith("0/"))
        .toList();
  }

  @Override
  public void appendDurably(Fact fact) {
    facts.add(fact);
    before.add(fact);
  }

  @Override
  public void appendAsync(Fact fact) {
    facts.add(fact);
  }

  @Override
  public void act(FleetAction action) {
    actions.add(action);
  }

  @Override
  public void onAllocation(
      JobId job, Role role, int wanted, int granted, int launched, String explanation) {
    told.add(
        "standing "
            + job
            + " "
            + role
            + " "
            + wanted
            + "/"
            + granted
            + "/"
            + launched
            + " "
            + explanation);
  }

  @Override
  public void onContainerAssigned(
      JobId job,
      Role role,
      int index,
      String containerId,
      String host,
      long requestedAt,
      long launchedAt,
      boolean previous,
      boolean released) {
    String how = released ? "leaving " : previous ? "still " : "seen ";
    told.add(how + role + " " + index + " " + containerId + " on " + host);
  }

  @Override
  public void onContainerEnded(
      JobId job,
      Role role,
      int index,
      String containerId,
      int exit,
      Failure failure,
      boolean taken) {
    told.add("ended " + role + " " + index + " " + containerId + " " + exit);
    failures.add(failure);
  }

  @Override
  public void onContainerLeaving(JobId job, String containerId, String why) {
    told.add("to be taken " + containerId + ": " + why);
  }

  @Override
  public void onNodesChanged(Collection<FleetFact.NodeNoted> noted, Set<String> avoided) {
    told.add("avoided " + avoided);
  }
}
