package trainer.it.simulation.checks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.message.FromWorker;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;

/**
 * Checks {@link Invariant#StalenessBound} at each clock that a worker sends, whether the master
 * receives it or not. The journal says which workers hold tasks at that moment.
 */
final class PaceChecks {
  private final SimJob job;
  private final Map<Long, Long> finished = new HashMap<>();
  private final Map<Long, Long> begun = new HashMap<>();
  private final Map<Long, Set<Long>> held = new HashMap<>();
  private int read;

  PaceChecks(SimJob job) {
    this.job = job;
  }

  /**
   * A worker is that far. One that begins anew under another master, because it has none of its
   * tasks any more, counts from the first step that it begins.
   *
   * @param facts the job's, as far as they are safe
   */
  void said(long worker, FromWorker.Clock clock, List<Fact> facts) {
    readOn(facts);
    long last = begun.getOrDefault(worker, 0L);
    begun.put(worker, clock.begun());
    boolean isComputing = clock.begun() > clock.finished();
    if (clock.begun() == 0) {
      finished.remove(worker);
    } else if (isComputing || finished.containsKey(worker)) {
      finished.put(worker, clock.finished());
    }
    if (clock.begun() <= last || !held.containsKey(worker)) {
      return;
    }
    for (long other : held.keySet()) {
      long ahead = clock.begun() - 1 - finished.getOrDefault(other, Long.MAX_VALUE);
      Violation.unless(
          ahead <= job.tasks().staleness(),
          Invariant.StalenessBound,
          job.id() + ": " + worker + " says " + clock + ", " + ahead + " ahead of " + other);
    }
  }

  /**
   * A worker that is assigned its first task counts from the first step that it begins. Its clock
   * before that may be of the time when it was idle.
   */
  private void readOn(List<Fact> facts) {
    for (; read < facts.size(); read++) {
      Fact fact = facts.get(read);
      if (fact instanceof TrainingFact.LineOpened line && line.back()) {
        held.clear();
      } else if (fact instanceof TrainingFact.QueueChanged changed) {
        fold(changed.change());
      }
    }
  }

  private void fold(QueueChange change) {
    if (change instanceof QueueChange.Opened) {
      held.clear();
    } else if (change instanceof QueueChange.Given given) {
      if (!held.containsKey(given.worker().number())) {
        finished.remove(given.worker().number());
      }
      held.computeIfAbsent(given.worker().number(), of -> new HashSet<>()).addAll(given.slots());
    } else if (change instanceof QueueChange.Done of) {
      leave(of.slot().number());
    } else if (change instanceof QueueChange.Returned of) {
      leave(of.slot().number());
    } else if (change instanceof QueueChange.Discarded of) {
      leave(of.slot().number());
    }
  }

  private void leave(long slot) {
    held.values().forEach(slots -> slots.remove(slot));
    held.values().removeIf(Set::isEmpty);
  }
}
