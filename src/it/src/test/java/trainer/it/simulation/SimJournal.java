package trainer.it.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import trainer.appmaster.session.Action;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.testkit.Violation;

/** The state store: what was appended, and what of it is safe. */
final class SimJournal {
  private final List<Action.Append> pending = new ArrayList<>();
  private final Map<JobId, List<Fact>> safe = new HashMap<>();

  void append(Action.Append append) {
    pending.add(append);
  }

  boolean isClean() {
    return pending.isEmpty();
  }

  /** Everything appended so far is safe now. */
  void flush() {
    for (Action.Append append : pending) {
      safe.computeIfAbsent(append.job(), job -> new ArrayList<>()).add(append.fact());
    }
    pending.clear();
  }

  /** The facts of a job that are safe; those of the fleet under null. */
  List<Fact> of(JobId job) {
    return List.copyOf(safe.getOrDefault(job, List.of()));
  }

  <F extends Fact> Optional<F> find(JobId job, Class<F> kind, Predicate<F> which) {
    return safe.getOrDefault(job, List.of()).stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(which)
        .findFirst();
  }

  /** NothingBeforeRecord: an effect has its record. */
  <F extends Fact> void require(JobId job, Class<F> kind, Predicate<F> which, Object effect) {
    Violation.unless(
        find(job, kind, which).isPresent(),
        "NothingBeforeRecord",
        job + ": there is no " + kind.getSimpleName() + " before " + effect);
  }
}
