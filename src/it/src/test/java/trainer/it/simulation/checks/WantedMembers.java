package trainer.it.simulation.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import trainer.core.fact.Fact;
import trainer.core.fact.TargetFact;
import trainer.core.job.Role;
import trainer.it.simulation.scenario.SimJob;

/** The places at which a job wants members, as the journal has them. */
public final class WantedMembers {
  private final SimJournal journal;

  public WantedMembers(SimJournal journal) {
    this.journal = journal;
  }

  /** The places of the latest record. */
  List<Integer> latest(SimJob job, Role role) {
    List<List<Integer>> all = all(job, role);
    return all.get(all.size() - 1);
  }

  /** The places of the latest record, and of the one before it. */
  public Set<Integer> lastTwo(SimJob job, Role role) {
    List<List<Integer>> all = all(job, role);
    Set<Integer> places = new TreeSet<>(all.get(all.size() - 1));
    places.addAll(all.get(Math.max(0, all.size() - 2)));
    return places;
  }

  /** The fewest places of any record. */
  public int fewest(SimJob job, Role role) {
    return all(job, role).stream().mapToInt(List::size).min().getAsInt();
  }

  private List<List<Integer>> all(SimJob job, Role role) {
    int first = role == Role.WORKER ? job.members().workers() : job.members().pservers();
    List<List<Integer>> all = new ArrayList<>();
    all.add(IntStream.range(0, first).boxed().toList());
    for (Fact fact : journal.of(job.id())) {
      if (fact instanceof TargetFact.WorkersWanted wanted && role == Role.WORKER) {
        all.add(wanted.indices());
      } else if (fact instanceof TargetFact.PserversWanted wanted && role == Role.PSERVER) {
        all.add(wanted.indices());
      }
    }
    return all;
  }
}
