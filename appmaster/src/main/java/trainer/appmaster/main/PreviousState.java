package trainer.appmaster.main;

import java.io.IOException;
import java.util.List;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.failure.Failpoint;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.journal.StateStore;
import trainer.journal.StateStores;

/**
 * The state that a master begins with: its term, and the facts of earlier masters. The first master
 * finds no facts.
 *
 * @param ofFleet the fleet's log
 * @param ofJob the job's log
 */
record PreviousState(long term, List<Fact> ofFleet, List<Fact> ofJob) {
  /**
   * Takes the next term and then reads the logs.
   *
   * @throws FailureException STATE_STORE_UNREACHABLE when patience is over, JOURNAL_DAMAGED when a
   *     log is missing although the other one implies it
   */
  static PreviousState take(StateStore store, JobId job, Settings settings, RetryPolicy patience) {
    try {
      long term = patience.until("Taking a term", store::takeTerm);
      Failpoint.hit("master.afterTerm");
      PreviousState found =
          new PreviousState(
              term,
              patience.until("Reading the fleet's log", () -> remembered(store, null)),
              patience.until("Reading the job's log", () -> remembered(store, job)));
      found.requireBothLogs();
      return found;
    } catch (IOException e) {
      throw StateStores.unreachable(settings, e);
    }
  }

  /** Whether the job has ended, except for reporting the end. */
  boolean hasEnded() {
    return ofJob.stream().anyMatch(fact -> fact instanceof Fact.Ended);
  }

  /**
   * Requires both logs or neither. Each term opens the fleet's log first, and no container is
   * granted before both are open.
   */
  private void requireBothLogs() {
    boolean isAnythingGranted =
        ofFleet.stream().anyMatch(fact -> fact instanceof Fact.ContainerNoted);
    if (ofFleet.isEmpty() && !ofJob.isEmpty()) {
      throw gone("the fleet's log", "the job's");
    } else if (ofJob.isEmpty() && isAnythingGranted) {
      throw gone("the job's log", "the fleet's");
    }
  }

  private static FailureException gone(String missing, String other) {
    return new FailureException(
        FailureKind.JOURNAL_DAMAGED,
        missing + " is gone, though " + other + " holds facts",
        "the job's folder, or the state store",
        "files were deleted; restore them or submit the job again");
  }

  private static List<Fact> remembered(StateStore store, JobId job) throws IOException {
    return store.log(job).read().stream().map(Entry::fact).toList();
  }
}
