package trainer.it.simulation.checks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Fact;
import trainer.core.fact.JobFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.master.session.Action;

/** The state store: what is safe in the fleet's log and in each job's, and who may append. */
public final class SimJournal {
  private final Map<JobId, List<Fact>> safe = new HashMap<>();

  /** The same by the classes of facts: the long histories of a pool are searched often. */
  private final Map<JobId, Map<Class<?>, List<Fact>>> byKind = new HashMap<>();

  private Term term = Term.NONE;

  /** Takes the next term; whoever held one before can append nothing any more. */
  public Term takeTerm() {
    term = term.next();
    return term;
  }

  /** The highest term that was taken. */
  Term term() {
    return term;
  }

  /** Makes facts safe, in order, unless a higher term was taken; whether it did. */
  public boolean append(Term ofTerm, List<Action.Append> appends) {
    if (ofTerm.number() < term.number()) {
      return false;
    }
    for (Action.Append append : appends) {
      safe.computeIfAbsent(append.job(), job -> new ArrayList<>()).add(append.fact());
      byKind
          .computeIfAbsent(append.job(), job -> new HashMap<>())
          .computeIfAbsent(append.fact().getClass(), kind -> new ArrayList<>())
          .add(append.fact());
    }
    return true;
  }

  /** The facts of a job that are safe; those of the fleet under null. */
  public List<Fact> of(JobId job) {
    return List.copyOf(safe.getOrDefault(job, List.of()));
  }

  /** How many facts say that a job got further; a version noted again is no progress. */
  public long progress(JobId job) {
    long progress = 0;
    long version = 0;
    for (Fact fact : of(job)) {
      if (fact instanceof TrainingFact.LineOpened line && line.back()) {
        version = line.base().number();
      } else if (fact instanceof TrainingFact.Progressed progressed) {
        progress += progressed.version().number() > version ? 1 : 0;
        version = progressed.version().number();
      } else if (fact instanceof JobFact.StateEntered
          || (fact instanceof TrainingFact.QueueChanged changed
              && changed.change() instanceof QueueChange.Done)
          || fact instanceof ResultFact.Scored
          || fact instanceof ResultFact.FileWritten
          || fact instanceof EndingFact.EndDecided) {
        progress++;
      }
    }
    return progress;
  }

  public <F extends Fact> Optional<F> find(JobId job, Class<F> kind, Predicate<F> which) {
    return ofKind(job, kind).stream().map(kind::cast).filter(which).findFirst();
  }

  /** The newest fact of a kind that is safe. */
  public <F extends Fact> Optional<F> last(JobId job, Class<F> kind) {
    List<Fact> all = ofKind(job, kind);
    return all.isEmpty() ? Optional.empty() : Optional.of(kind.cast(all.get(all.size() - 1)));
  }

  private List<Fact> ofKind(JobId job, Class<? extends Fact> kind) {
    return byKind.getOrDefault(job, Map.of()).getOrDefault(kind, List.of());
  }

  private <F extends Fact> boolean isAny(List<Fact> facts, Class<F> kind, Predicate<F> which) {
    for (int i = facts.size() - 1; i >= 0; i--) { // it is among the newest nearly always
      if (which.test(kind.cast(facts.get(i)))) {
        return true;
      }
    }
    return false;
  }

  /** Checks {@link Invariant#NothingBeforeRecord}: the fact is safe that an effect rests on. */
  public <F extends Fact> void require(
      JobId job, Class<F> kind, Predicate<F> which, Object effect) {
    Violation.unless(
        isAny(ofKind(job, kind), kind, which),
        Invariant.NothingBeforeRecord,
        () -> job + ": there is no " + kind.getSimpleName() + " before " + effect);
  }
}
