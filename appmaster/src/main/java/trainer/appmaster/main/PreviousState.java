package trainer.appmaster.main;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import trainer.appmaster.loop.Cluster;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failpoint;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.journal.Facts;
import trainer.journal.StateStore;
import trainer.journal.StateStores;

/**
 * The state that a master begins with: its term, and the facts of earlier masters. The first master
 * finds no facts.
 *
 * @param ofFleet the fleet's log
 * @param ofJobs the log of every job
 * @param damaged the jobs whose logs cannot be read, where others can go on without them
 */
record PreviousState(
    Term term, List<Fact> ofFleet, Map<JobId, List<Fact>> ofJobs, Map<JobId, Failure> damaged) {
  /**
   * Takes the next term.
   *
   * @param before the newest term that this master knows of
   * @throws FailureException STATE_STORE_UNREACHABLE when patience is over, JOURNAL_DAMAGED when
   *     the store has forgotten that term
   */
  static Term takeTerm(StateStore store, Term before, Settings settings, RetryPolicy patience) {
    try {
      Term term = patience.until("Taking a term", store::takeTerm);
      Failpoint.hit("master.afterTerm");
      if (term.number() <= before.number()) {
        throw damaged("the journal does not know the last leader, of term " + before);
      }
      return term;
    } catch (IOException e) {
      throw StateStores.unreachable(settings, e);
    }
  }

  /**
   * Reads the logs under a term that was taken.
   *
   * @param isSession whether the jobs of a session are read, which go on without each other
   * @param carried gives the jobs whose logs are read, from the facts of the fleet's log
   * @throws FailureException STATE_STORE_UNREACHABLE when patience is over, JOURNAL_DAMAGED when a
   *     log is missing although another one implies it
   */
  static PreviousState read(
      StateStore store,
      Term term,
      boolean isSession,
      Function<List<Fact>, List<JobId>> carried,
      Settings settings,
      RetryPolicy patience) {
    try {
      List<Fact> ofFleet = patience.until("Reading the fleet's log", () -> remembered(store, null));
      Map<JobId, List<Fact>> ofJobs = new LinkedHashMap<>();
      Map<JobId, Failure> damaged = new LinkedHashMap<>();
      List<JobId> jobs = carried.apply(ofFleet);
      for (JobId job : jobs) {
        try {
          List<Fact> facts =
              patience.until("Reading the log of " + job, () -> remembered(store, job));
          requireLogs(ofFleet, facts, job);
          ofJobs.put(job, facts);
        } catch (FailureException e) {
          boolean isOneOfMany = e.failure().kind() == FailureKind.JOURNAL_DAMAGED && isSession;
          if (!isOneOfMany) {
            throw e;
          }
          damaged.put(job, e.failure());
        }
      }
      return new PreviousState(term, ofFleet, ofJobs, damaged);
    } catch (IOException e) {
      throw StateStores.unreachable(settings, e);
    }
  }

  /** Records the term in every log, so that each can be read alone. */
  void noteTerm(Facts journal, List<JobRuntime> jobs, Cluster.Address address) {
    Fact fact =
        new JobFact.TermTaken(
            term, address.host() + ":" + address.port(), System.currentTimeMillis());
    journal.append(null, fact);
    jobs.forEach(job -> journal.append(job.id(), fact));
  }

  /** The facts in a job's log. */
  List<Fact> ofJob(JobId job) {
    return ofJobs.get(job);
  }

  /**
   * Requires the fleet's log and a job's log, or neither. Each term opens the fleet's log first,
   * and no container is granted to a job before both are open.
   */
  private static void requireLogs(List<Fact> ofFleet, List<Fact> ofJob, JobId job) {
    boolean isAnythingGranted =
        ofFleet.stream()
            .anyMatch(
                fact ->
                    fact instanceof FleetFact.ContainerNoted noted
                        && noted.job().equals(job.toString()));
    if (ofFleet.isEmpty() && !ofJob.isEmpty()) {
      throw gone("the fleet's log", "the job's");
    } else if (ofJob.isEmpty() && isAnythingGranted) {
      throw gone("the job's log", "the fleet's");
    }
  }

  private static FailureException gone(String missing, String other) {
    return damaged(missing + " is gone, though " + other + " holds facts");
  }

  private static FailureException damaged(String what) {
    return new FailureException(
        FailureKind.JOURNAL_DAMAGED,
        what,
        "the job's folder, or the state store",
        "files were deleted; restore them or submit the job again");
  }

  private static List<Fact> remembered(StateStore store, JobId job) throws IOException {
    return store.log(job).read().stream().map(Entry::fact).toList();
  }
}
