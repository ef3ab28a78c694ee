package trainer.master.job.history;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import trainer.core.fact.TargetFact;
import trainer.core.fact.TrainingFact;
import trainer.core.table.PartitionMap;

/**
 * The target indices of the job's pservers, and those in use so far: a fold over its facts. A lost
 * pserver is replaced under the same index. A pserver that has to leave gives up its index.
 */
public final class PserverTargets {
  private final Set<Integer> taken = new TreeSet<>();
  private List<Integer> indices;
  private Set<Integer> wanted;
  private Set<Integer> inMap = Set.of();
  private TargetFact.PserversWanted asked;

  PserverTargets(int pservers) {
    this.indices = IntStream.range(0, pservers).boxed().toList();
    this.wanted = Set.copyOf(indices);
  }

  void on(TargetFact.PserversWanted fact) {
    asked = fact;
    indices = fact.indices();
    wanted = Set.copyOf(indices);
    taken.retainAll(inMap);
  }

  void on(TrainingFact.MapDefined fact) {
    inMap = new TreeSet<>(fact.map().pservers().stream().map(PartitionMap.Pserver::index).toList());
    taken.addAll(inMap);
  }

  /** The target indices, ascending. */
  public List<Integer> indices() {
    return indices;
  }

  public boolean isWanted(int index) {
    return wanted.contains(index);
  }

  /** Whether a pserver at this index has held replicas since the index became a target. */
  public boolean wasTaken(int index) {
    return taken.contains(index);
  }

  /** The newest change of the targets, or null. */
  public TargetFact.PserversWanted asked() {
    return asked;
  }
}
