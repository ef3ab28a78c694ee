package trainer.it.simulation.checks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.job.JobState;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;

/**
 * Checks the journal of a job under {@code versioned}, as a fold over its facts.
 *
 * @see Invariant#PlaceIsKept
 * @see Invariant#SlotInOneVersion
 * @see Invariant#VersionHasItsGradients
 */
final class VersionChecks {
  private final SimJob job;
  private final Map<Long, Long> admitted = new HashMap<>();
  private final Set<Long> included = new HashSet<>();
  private final Deque<CheckpointFact.CheckpointAdded> kept = new ArrayDeque<>();
  private long tasks;
  private long passes;
  private long committed;

  VersionChecks(SimJob job) {
    this.job = job;
  }

  void assertSound(List<Fact> facts, JobView view) {
    for (Fact fact : facts) {
      AppliedBlocks.keep(fact, kept);
      if (fact instanceof TrainingFact.LineOpened line) {
        begins(line);
      } else if (fact instanceof TrainingFact.QueueChanged changed) {
        fold(changed.change());
      }
    }
    if (view.state() == JobState.EXITED && view.lifecycle().stop() == null) {
      require(
          included.size() == tasks * passes,
          Invariant.VersionHasItsGradients,
          included.size() + " slots are in versions, of " + tasks + " in " + passes + " passes");
    }
  }

  private void begins(TrainingFact.LineOpened line) {
    if (line.back()) {
      included.clear();
      if (!kept.isEmpty() && kept.peekLast().queue() != null) {
        included.addAll(TaskChecks.done(kept.peekLast().queue()));
      }
    } else {
      include(line.base().number());
    }
    admitted.clear();
    committed = line.base().number();
  }

  private void fold(QueueChange change) {
    if (change instanceof QueueChange.Opened opened) {
      included.clear();
      tasks = opened.tasks();
      passes = opened.passes();
    } else if (change instanceof QueueChange.Given given) {
      given
          .slots()
          .forEach(slot -> require(!included.contains(slot), Invariant.SlotInOneVersion, given));
    } else if (change instanceof QueueChange.Admitted place) {
      admit(place);
    } else if (change instanceof QueueChange.Included of) {
      include(of.version().number());
    } else if (change instanceof QueueChange.Done) {
      require(false, Invariant.SlotInOneVersion, change);
    }
  }

  private void admit(QueueChange.Admitted place) {
    Long before = admitted.putIfAbsent(place.slot().number(), place.version().number());
    require(before == null || before == place.version().number(), Invariant.PlaceIsKept, place);
    require(!included.contains(place.slot().number()), Invariant.SlotInOneVersion, place);
    require(
        place.version().number() > committed
            && of(place.version().number()) <= job.tasks().gradients(),
        Invariant.VersionHasItsGradients,
        place);
  }

  private long of(long version) {
    return admitted.values().stream().filter(one -> one == version).count();
  }

  private void include(long version) {
    for (long one : Set.copyOf(admitted.values())) {
      if (one <= version) {
        long epoch = included.size() / tasks;
        long missing = (epoch + 1) * tasks - included.size();
        require(
            of(one) == Math.min(missing, job.tasks().gradients()),
            Invariant.VersionHasItsGradients,
            "version " + one + " has " + of(one) + ", " + missing + " are missing in the epoch");
        admitted.forEach(
            (slot, its) -> {
              if (its == one) {
                require(included.add(slot), Invariant.SlotInOneVersion, slot);
              }
            });
        admitted.values().removeIf(its -> its == one);
      }
    }
    committed = Math.max(committed, version);
  }

  private void require(boolean holds, Invariant invariant, Object what) {
    Violation.unless(holds, invariant, job.id() + ": " + what);
  }
}
