package trainer.it.simulation.checks;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import trainer.core.fact.EndingFact;
import trainer.core.fact.SessionFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.message.ToWorker;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.Scenario;
import trainer.it.simulation.scenario.SimPool;

/** Checks the services of a pool: what masters order, and what workers have. */
public final class PoolChecks {
  /** The time in which a pool reacts to a change, faults and drains included. */
  private static final long REACTION = TimeUnit.SECONDS.toNanos(30);

  /** The time for which a pool does not try a job again on a worker that could not serve it. */
  private static final long REST = TimeUnit.SECONDS.toNanos(9);

  /** Faults with which a master may decide before it knows all workers. */
  private static final Set<Fault> DELAYS = Set.of(Fault.LATE_FINDING, Fault.MASTER_SUPERSEDED);

  private static final long RECENTLY = TimeUnit.SECONDS.toNanos(2);

  private final SimPool pool;
  private final boolean keepsServices;
  private final SimJournal journal;
  private final Calm calm;
  private final Map<String, Set<String>> known = new HashMap<>();
  private final Map<String, Long> failed = new HashMap<>();
  private final Map<JobId, Long> overAt = new HashMap<>();
  private final Map<String, Long> idleSince = new HashMap<>();
  private final Map<JobId, Long> starvesSince = new HashMap<>();

  /**
   * @param scenario of the history; its pool may be null, then nothing is checked
   */
  public PoolChecks(Scenario scenario, SimJournal journal, Calm calm) {
    this.pool = scenario.pool();
    this.keepsServices =
        scenario.losesOnlyMasters()
            && Collections.disjoint(scenario.disturbances().faults(), DELAYS);
    this.journal = journal;
    this.calm = calm;
  }

  /** Checks the order of a master to a worker, when it is sent. */
  public void ordered(String container, ToWorker.Serve order, Term term) {
    if (term.number() < journal.term().number()) {
      return; // a superseded master, whose orders the worker may ignore
    }
    Set<String> names = new HashSet<>();
    for (ToWorker.Serving one : order.jobs()) {
      int number = one.job().number();
      journal.require(null, SessionFact.JobAccepted.class, fact -> fact.number() == number, order);
      Violation.unless(
          names.add(one.service())
              && journal
                  .find(null, SessionFact.JobOver.class, fact -> fact.number() == number)
                  .isEmpty(),
          Invariant.ServesOnlyWhatIsOrdered,
          () -> container + " is to serve a job that is over, or a service twice: " + order);
      Violation.unless(
          one.service().startsWith(container + "+")
              && (one.service().startsWith(container + "+" + term.number() + "-")
                  || known.getOrDefault(container, Set.of()).contains(one.service())),
          Invariant.NoWorkerForTwoMasters,
          () -> container + " is to go on with a service that it has never had: " + one);
    }
  }

  /**
   * Checks a service that a worker begins.
   *
   * @param others that the worker has, those included that are ending
   */
  public void begun(
      String container,
      ToWorker.Serving order,
      int memoryMb,
      List<PoolState.Service> others,
      long now) {
    known.computeIfAbsent(container, none -> new HashSet<>()).add(order.service());
    int taken = others.stream().mapToInt(PoolState.Service::memoryMb).sum();
    Violation.unless(
        others.isEmpty() || taken + memoryMb <= pool.roomMb(),
        Invariant.ModelsFit,
        container + " loads " + memoryMb + " MB beside " + others);
    Long last = failed.get(container + order.job());
    Violation.unless(
        last == null || now - last > REST || calm.since(now) < now - last + RECENTLY,
        Invariant.RestsAfterFailure,
        container + " could not serve " + order.job() + ", and is to try again: " + order);
    calm.move(now);
  }

  /** Checks a live service that a master refuses, or has its worker end by force. */
  public void endedByForce(String name, JobId job) {
    Violation.unless(
        !keepsServices || journal.find(job, EndingFact.EndDecided.class, fact -> true).isPresent(),
        Invariant.ServicesKept,
        () -> name + " is ended by force, and the end of " + job + " is not decided");
  }

  /** A service could not be loaded, and ends without a word to its job. */
  public void failed(String container, JobId job, long now) {
    failed.put(container + job, now);
    calm.move(now);
  }

  /** Checks workers and jobs as they are now. */
  public void check(PoolState state) {
    long now = state.nanos();
    state.jobs().stream()
        .filter(PoolState.Job::isOver)
        .forEach(job -> overAt.putIfAbsent(job.id(), now));
    Map<JobId, Long> serving = state.serving();
    boolean isAnyWanted =
        state.jobs().stream()
            .anyMatch(
                job ->
                    !job.isOver()
                        && job.todo() > pool.workers()
                        && serving.getOrDefault(job.id(), 0L) < job.wanted());
    for (PoolState.Worker worker : state.workers()) {
      worker.services().forEach(one -> assertNotOver(worker, one, now));
      assertBusy(worker, isAnyWanted, state);
    }
    assertServed(state, serving);
    if (calm.sinceMove(now) > REACTION) {
      assertFewServeSeveral(state, serving.size());
    }
  }

  private void assertNotOver(PoolState.Worker worker, PoolState.Service service, long now) {
    Long over = overAt.get(service.job());
    Violation.unless(
        over == null || Math.min(now - over, calm.since(now)) < REACTION,
        Invariant.EndedJobHoldsNobody,
        () -> worker.container() + " still has " + service);
  }

  /** Checks {@link Invariant#WorkConserving} for a worker. */
  private void assertBusy(PoolState.Worker worker, boolean isWanted, PoolState state) {
    long now = state.nanos();
    if (!isWanted || !worker.isWelcome() || !worker.services().isEmpty()) {
      idleSince.remove(worker.container());
      return;
    }
    long since = idleSince.computeIfAbsent(worker.container(), none -> now);
    Violation.unless(
        Math.min(now - since, calm.since(now)) < REACTION,
        Invariant.WorkConserving,
        () -> worker.container() + " has served nothing since " + since / 1_000_000 + ": " + state);
  }

  /** Checks {@link Invariant#NoJobStarves}. */
  private void assertServed(PoolState state, Map<JobId, Long> serving) {
    long now = state.nanos();
    long workers = state.workers().stream().filter(PoolState.Worker::isWelcome).count();
    List<PoolState.Job> runnable =
        state.jobs().stream().filter(job -> !job.isOver() && job.todo() > 0).toList();
    for (PoolState.Job job : state.jobs()) {
      boolean hasOne = serving.containsKey(job.id());
      if (!runnable.contains(job) || hasOne || runnable.size() > workers) {
        starvesSince.remove(job.id());
      } else {
        long since = starvesSince.computeIfAbsent(job.id(), none -> now);
        Violation.unless(
            Math.min(now - since, calm.since(now)) < REACTION,
            Invariant.NoJobStarves,
            () -> job.id() + " has no worker since " + since / 1_000_000 + ": " + state);
      }
    }
  }

  private void assertFewServeSeveral(PoolState state, int jobs) {
    long several = state.workers().stream().filter(worker -> worker.jobs() > 1).count();
    Violation.unless(
        several <= Math.max(0, jobs - 1),
        Invariant.FewServeSeveral,
        () -> several + " workers serve several of " + jobs + " jobs: " + state);
    for (PoolState.Worker worker : state.workers()) {
      Violation.unless(
          worker.jobs() == worker.services().size(),
          Invariant.FewServeSeveral,
          () -> worker.container() + " serves a job twice: " + state);
    }
  }
}
