package trainer.it.simulation.checks;

import java.util.List;
import java.util.Objects;
import trainer.core.fact.Fact;
import trainer.core.failure.FailureKind;
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
          case NOTHING, STOPPED, HANGS_ONCE, PSERVER_CRASHES -> state == JobState.EXITED;
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
                      || (kind == FailureKind.PSERVER_LOST && isWithoutProgress()));
        };
    Violation.unless(right, Invariant.JobCanFinish, how);
    assertStopped(oracle);
    MapChecks.assertSound(job, facts, chaos);
    if (state == JobState.EXITED) {
      oracle.assertRecordsCover(view);
      oracle.assertEvaluated(view);
      if (view.stop() == null) {
        oracle.trained(view);
        oracle.aggregated(view);
      }
    }
    oracle.assertRecordsComputed(view);
    checks.tasks(job).assertEnd(view, facts);
    assertViewIsJournal(facts);
    Violation.unless(
        view.members().stream()
                .filter(member -> member.role() == Role.PSERVER)
                .map(JobView.Member::incarnation)
                .distinct()
                .count()
            == view.members().stream().filter(member -> member.role() == Role.PSERVER).count(),
        Invariant.OneProcessAnIncarnation,
        how);
  }

  /** Checks {@link Invariant#StopsWhereSaid} at the end of a job. */
  private void assertStopped(Oracle oracle) {
    long last = view.stop() == null ? view.versions() : view.stop().version();
    Violation.unless(
        (view.stop() == null
                || (job.special() == SimJob.Special.STOPPED
                    && (!job.isReproducible() || last < view.versions())))
            && oracle.newestOrdered(view.line()) <= last
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
            && replayed.states().equals(view.states())
            && replayed.version() == view.version()
            && replayed.versions() == view.versions()
            && Objects.equals(replayed.stop(), view.stop())
            && replayed.line() == view.line()
            && replayed.rollbacks() == view.rollbacks()
            && Objects.equals(replayed.repeated(), view.repeated())
            && replayed.epoch() == view.epoch()
            && replayed.records() == view.records()
            && replayed.recordsComputed() == view.recordsComputed()
            && replayed.train().equals(view.train())
            && Objects.equals(replayed.validation(), view.validation())
            && replayed.aggregates().equals(view.aggregates())
            && replayed.tables().equals(view.tables())
            && counts(replayed).equals(counts(view))
            && Objects.equals(replayed.versioned(), view.versioned())
            && Objects.equals(replayed.failure(), view.failure())
            && terms(replayed).equals(terms(view))
            && Objects.equals(replayed.modelId(), view.modelId()),
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
    return view.masters().stream().map(JobView.Master::term).toList();
  }

  /** Whether the job failed of too many lost members meanwhile. */
  private boolean isWithoutProgress() {
    return view.failure().what().contains("failed with no progress in between");
  }
}
