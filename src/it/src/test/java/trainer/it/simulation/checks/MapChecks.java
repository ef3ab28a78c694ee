package trainer.it.simulation.checks;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trainer.core.fact.Fact;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.table.PartitionMap;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.SimJob;

/** Checks the maps of one job, each against the one before it. */
final class MapChecks {
  private MapChecks() {}

  static void assertSound(SimJob job, List<Fact> facts, Chaos chaos) {
    PartitionMap before = null;
    for (int at = 0; at < facts.size(); at++) {
      if (facts.get(at) instanceof TrainingFact.MapDefined defined) {
        PartitionMap map = defined.map();
        if (before != null && !isLoadedAnew(facts, at)) {
          assertNothingGivenUp(job, before, map);
        }
        before = map;
      }
    }
    if (job.changes().pservers() > 0 && before != null) {
      chaos.hit("SCALE", isSettled(job, before, wanted(job, facts)) ? "settled" : "under way");
    }
  }

  /** All has just gone back: it is the first map of a line that did. */
  private static boolean isLoadedAnew(List<Fact> facts, int at) {
    for (int i = at - 1; i >= 0 && !(facts.get(i) instanceof TrainingFact.MapDefined); i--) {
      if (facts.get(i) instanceof TrainingFact.LineOpened line) {
        return line.back();
      }
    }
    return false;
  }

  /**
   * Checks {@link Invariant#CopiesKept}. The loss of a pserver has no record: a pserver that only
   * the earlier map names counts as lost, when it is the only one.
   */
  private static void assertNothingGivenUp(SimJob job, PartitionMap before, PartitionMap after) {
    Set<Long> lost = incarnations(before);
    lost.removeAll(incarnations(after));
    boolean mayLose = lost.size() == 1;
    for (int partition = 0; partition < before.partitions(); partition++) {
      Set<Long> were = holders(before, partition);
      Set<Long> are = holders(after, partition);
      Set<Long> kept = holders(before, partition);
      kept.retainAll(are);
      Set<Long> without = holders(before, partition);
      without.removeAll(lost);
      boolean isLoss = mayLose && are.equals(without) && !are.isEmpty();
      boolean isMove =
          are.size() >= Math.min(job.members().replicas(), were.size()) && !kept.isEmpty();
      Violation.unless(
          isLoss || isMove,
          Invariant.CopiesKept,
          job.id() + ": partition " + partition + " is at " + are + ", and was at " + were);
    }
  }

  /** Whether all copies are on the wanted pservers, as evenly as possible. */
  private static boolean isSettled(SimJob job, PartitionMap map, List<Integer> wanted) {
    boolean areWhole =
        map.copies().stream().allMatch(of -> of.size() == job.members().replicas())
            && map.pservers().stream().allMatch(one -> wanted.contains(one.index()));
    List<Long> loads =
        wanted.stream()
            .map(
                index ->
                    IntStream.range(0, map.partitions()).filter(p -> map.holds(index, p)).count())
            .sorted()
            .toList();
    return areWhole && loads.get(loads.size() - 1) - loads.get(0) <= 1;
  }

  private static List<Integer> wanted(SimJob job, List<Fact> facts) {
    return facts.stream()
        .filter(TargetFact.PserversWanted.class::isInstance)
        .map(fact -> ((TargetFact.PserversWanted) fact).indices())
        .reduce((first, last) -> last)
        .orElse(IntStream.range(0, job.members().pservers()).boxed().toList());
  }

  private static Set<Long> incarnations(PartitionMap map) {
    return map.pservers().stream()
        .map(one -> one.incarnation().number())
        .collect(Collectors.toSet());
  }

  private static Set<Long> holders(PartitionMap map, int partition) {
    return map.copies().get(partition).stream()
        .map(at -> map.pservers().get(at).incarnation().number())
        .collect(Collectors.toSet());
  }
}
