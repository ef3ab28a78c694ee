package trainer.it.simulation.interleavings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;

/**
 * Goes through every order in which the messages of a {@link SmallCluster} can arrive and
 * everything else can happen, depth first, each state once. The cores cannot be copied, so a state
 * that is not the next one is reached by repeating the choices that lead to it.
 */
final class Interleavings {
  /**
   * What was gone through.
   *
   * @param states states of the whole cluster, each of which every invariant held in
   * @param ends histories that ended with the model published
   */
  record Seen(long states, long ends) {}

  private final SmallCluster.Scope scope;
  private final Oracle reference;
  private final Set<Long> states = new HashSet<>();
  private final List<Integer> path = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private long ends;

  private Interleavings(SmallCluster.Scope scope) {
    this.scope = scope;
    this.reference = undisturbed(scope.job());
  }

  /** Goes through them all. */
  static Seen of(SmallCluster.Scope scope) {
    Interleavings all = new Interleavings(scope);
    try {
      all.visit(new SmallCluster(scope, all.reference));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          scope + "\n" + e.getMessage() + "\nafter " + String.join(", ", all.names), e);
    }
    return new Seen(all.states.size(), all.ends);
  }

  private static Oracle undisturbed(SimJob job) {
    SmallCluster alone =
        new SmallCluster(new SmallCluster.Scope(job.alone(), false, 0, false), null);
    while (!alone.isDecided()) {
      alone.make(alone.choices().get(0));
    }
    alone.finish();
    return alone.oracle();
  }

  private void visit(SmallCluster here) {
    if (here.isDecided()) {
      here.finish();
      ends++;
      return;
    }
    List<SmallCluster.Choice> choices = here.choices();
    Violation.unless(!choices.isEmpty(), Invariant.JobCanFinish, "nothing can happen any more");
    List<Long> follow = choices.stream().map(here::stateAfter).toList();
    SmallCluster at = here;
    for (int i = 0; i < choices.size(); i++) {
      if (states.add(follow.get(i))) {
        at = at == null ? again() : at;
        SmallCluster.Choice choice = at.choices().get(i);
        path.add(i);
        names.add(choice.name());
        at.make(choice);
        visit(at);
        at = null;
        path.remove(path.size() - 1);
        names.remove(names.size() - 1);
      }
    }
  }

  private SmallCluster again() {
    SmallCluster cluster = new SmallCluster(scope, reference);
    for (int choice : path) {
      cluster.make(cluster.choices().get(choice));
    }
    return cluster;
  }
}
