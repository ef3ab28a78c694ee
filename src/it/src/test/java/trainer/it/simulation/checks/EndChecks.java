package trainer.it.simulation.checks;

import java.util.List;
import java.util.Objects;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;

/** Checks the end of one job: its state, its view, and its journal as a whole. */
public final class EndChecks {
  private final SimJob job;
  private final JobView view;

  /**
   * @param view of the job at its end
   */
  public EndChecks(SimJob job, JobView view) {
    this.job = job;
    this.view = view;
  }

  /**
   * Checks all that has to hold at the end.
   *
   * @param state the final state that masters have reported
   * @param facts of the job's journal
   */
  public void assertEnd(JobState state, List<Fact> facts, JobChecks checks, Chaos chaos) {
    Oracle oracle = checks.oracle(job);
    String how = job.id() + " ended " + state + ": " + view.failure();
    FailureKind kind = view.failure() == null ? null : view.failure().kind();
    boolean right =
        switch (job.special()) {
          case NOTHING, PSERVER_CRASHES -> state == JobState.EXITED;
          case HANGS_ONCE -> state == JobState.EXITED || areTooManyLost(kind);
          // A part of the rows is no output.
          case STOPPED -> state == JobState.EXITED || (job.isScoring() && state == JobState.KILLED);
          case KILLED -> state == JobState.KILLED || state == JobState.EXITED;
          case POISON_BLOCK ->
              state == JobState.FAILED && kind == FailureKind.BLOCK_KILLS_WORKERS && namesBlock();
          case BAD_BLOCK ->
              state == JobState.FAILED && kind == FailureKind.INPUT_CORRUPT && namesBlock();
          case HANGS_ALWAYS ->
              state == JobState.FAILED
                  && (((kind == FailureKind.TASK_TIMED_OUT
                              // Other faults kill workers while they hang on the block.
                              || kind == FailureKind.BLOCK_KILLS_WORKERS)
                          && namesBlock())
                      || areTooManyLost(kind));
        };
    Violation.unless(right, Invariant.JobCanFinish, how);
    if (job.isScoring()) {
      checks.scores(job).assertEnd(view, facts, oracle);
    } else {
      assertTrained(state, facts, oracle, chaos);
    }
    oracle.assertRecordsComputed(view);
    checks.tasks(job).assertEnd(view, facts);
    assertViewIsJournal(facts);
    Violation.unless(
        view.processes().members().stream()
                .filter(member -> member.role() == Role.PSERVER)
                .map(member -> member.instance().incarnation().number())
                .distinct()
                .count()
            == view.processes().members().stream()
                .filter(member -> member.role() == Role.PSERVER)
                .count(),
        Invariant.OneProcessAnIncarnation,
        how);
  }

  /** Checks {@link Invariant#BeginsAtItsOrigin} at the end of a job. */
  private void assertBegan(List<Fact> facts) {
    long origin = 0;
    for (Fact fact : facts) {
      if (fact instanceof CheckpointFact.CheckpointAdded added && added.line().equals(Line.NONE)) {
        origin = Math.max(origin, added.version().number());
      } else if (fact instanceof TrainingFact.LineOpened line) {
        Violation.unless(
            line.base().number() == origin,
            Invariant.BeginsAtItsOrigin,
            job.id() + ": it goes on from " + origin + ", and begins with " + line);
        return;
      }
    }
  }

  private void assertTrained(JobState state, List<Fact> facts, Oracle oracle, Chaos chaos) {
    assertStopped(oracle);
    assertBegan(facts);
    MapChecks.assertSound(job, facts, chaos);
    if (state == JobState.EXITED) {
      oracle.assertRecordsCover(view);
      oracle.assertEvaluated(view);
      if (job.isReproducible()) {
        oracle.assertCurve(view);
      }
      if (view.lifecycle().stop() == null
          || (job.isStoppingEarly() && job.special() != SimJob.Special.STOPPED)) {
        oracle.trained(view);
        oracle.aggregated(view);
      }
    }
  }

  /**
   * Checks {@link Invariant#StopsWhereSaid} at the end of a job. Early stopping may end a job with
   * its newest version while later ones are ordered already; these are never committed.
   */
  private void assertStopped(Oracle oracle) {
    long last =
        view.lifecycle().stop() == null ? view.versions() : view.lifecycle().stop().version();
    Violation.unless(
        (view.lifecycle().stop() == null
                || job.isStoppingEarly()
                || (job.special() == SimJob.Special.STOPPED
                    && (!job.isReproducible() || last < view.versions())))
            && (job.isStoppingEarly() || oracle.newestOrdered(view.line()) <= last)
            && (view.state() != JobState.EXITED || view.version() == last),
        Invariant.StopsWhereSaid,
        job.id() + ": ordered up to " + oracle.newestOrdered(view.line()) + ": " + view);
  }

  private boolean namesBlock() {
    if (!job.isReproducible() && view.failure().kind() == FailureKind.BLOCK_KILLS_WORKERS) {
      return view.failure().where().contains("block "); // the first of the task
    }
    return view.failure().where().contains("block " + job.specialBlock() + " of ");
  }

  private void assertViewIsJournal(List<Fact> facts) {
    JobView replayed = JobViews.replay(job.spec(), facts);
    Violation.unless(
        replayed.state() == view.state()
            && replayed.lifecycle().states().equals(view.lifecycle().states())
            && replayed.version() == view.version()
            && replayed.versions() == view.versions()
            && Objects.equals(replayed.lifecycle().stop(), view.lifecycle().stop())
            && replayed.line().equals(view.line())
            && replayed.recovery().rollbacks() == view.recovery().rollbacks()
            && Objects.equals(replayed.recovery().repeated(), view.recovery().repeated())
            && replayed.progress().epoch() == view.progress().epoch()
            && replayed.progress().records() == view.progress().records()
            && replayed.progress().recordsComputed() == view.progress().recordsComputed()
            && replayed.results().equals(view.results())
            && counts(replayed).equals(counts(view))
            && Objects.equals(
                replayed.synchronisation().versioned(), view.synchronisation().versioned())
            && Objects.equals(replayed.failure(), view.failure())
            && terms(replayed).equals(terms(view)),
        Invariant.QueueViewIsJournal,
        "shown " + view + "\nreplayed " + replayed);
  }

  private static List<Long> counts(JobView view) {
    JobView.Tasks tasks = view.tasks();
    return tasks == null
        ? List.of()
        : List.of(tasks.todo(), tasks.pending(), tasks.done(), tasks.discarded());
  }

  private static List<Long> terms(JobView view) {
    return view.recovery().masters().stream().map(JobView.Master::term).toList();
  }

  /** Whether too many were lost while a block hung, which takes ten minutes to find. */
  private boolean areTooManyLost(FailureKind kind) {
    return kind == FailureKind.PSERVER_LOST
        && view.failure().what().contains("failed with no progress in between");
  }
}
