package trainer.it.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.report.JobViews;
import trainer.master.session.Event;
import trainer.testkit.FaultTable;
import trainer.testkit.Network;
import trainer.testkit.Schedule;
import trainer.testkit.Wire;

/** One history of one scenario, from submission to the end of its last job. */
final class Simulation {
  private static final long LIMIT = 3_600L * 1_000_000_000L;
  private static final int NOTES = 200;
  private static final long WORKER_QUESTIONS = 100;

  private final Scenario scenario;
  private final Schedule schedule;
  private final Network network;
  private final Chaos chaos;
  private final SimCluster cluster;
  private final SimMasters masters;
  private final Map<JobId, Oracle> oracles = new HashMap<>();
  private final Map<JobId, TaskChecks> tasks = new HashMap<>();
  private final Map<JobId, SimCheckpoints> checkpoints = new HashMap<>();
  private final Map<String, Integer> wishes = new HashMap<>();
  private final Set<JobId> hung = new HashSet<>();
  private final List<String> notes = new ArrayList<>();
  private long lastPid = 100;

  private Simulation(Scenario scenario, Map<JobId, Oracle> references) {
    this.scenario = scenario;
    this.schedule = new Schedule(scenario.seed());
    this.network = new Network(schedule, scenario.delayMillis());
    this.chaos = new Chaos(scenario, schedule, this::severalTrain);
    this.cluster = new SimCluster(this);
    this.masters = new SimMasters(this);
    for (SimJob job : scenario.jobs()) {
      oracles.put(job.id(), new Oracle(job, references.get(job.id())));
      tasks.put(job.id(), new TaskChecks(job, scenario.lanes()));
    }
  }

  /** Runs the history of a seed, with the undisturbed runs it is held against. */
  static FaultTable run(long seed) {
    Scenario scenario = Scenario.of(seed);
    Map<JobId, Oracle> references = new HashMap<>();
    for (SimJob job : scenario.jobs().stream().filter(SimJob::isReproducible).toList()) {
      Simulation alone = new Simulation(Scenario.undisturbed(job), Map.of());
      alone.run();
      alone.oracles.get(job.id()).assertEpochsAreWhole();
      references.put(job.id(), alone.oracles.get(job.id()));
    }
    Simulation simulation = new Simulation(scenario, references);
    simulation.run();
    return simulation.chaos.hits();
  }

  private void run() {
    try {
      for (SimJob job : scenario.jobs()) {
        schedule.afterMillis(schedule.below(500), () -> masters.submit(job));
        special(job);
        if (job.wishes() > 0) {
          schedule.afterMillis(schedule.below(3000), () -> wish(job, job.wishes()));
        }
        if (job.workerWishes() > 0) {
          schedule.afterMillis(schedule.below(3000), () -> wishWorkers(job, job.workerWishes()));
        }
      }
      schedule.afterMillis(50, this::strike);
      boolean done =
          schedule.run(() -> masters.checks().over().size() == scenario.jobs().size(), LIMIT);
      Violation.unless(done, Invariant.JobCanFinish, "after an hour not over: " + views());
      schedule.run(() -> false, schedule.nanos() + SimCluster.LATEST_GRANT);
      masters.settle();
      scenario.jobs().forEach(this::assertEnd);
      cluster.assertEveryGrantUsedOrReturned();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          e.getMessage() + "\n" + scenario + "\n" + String.join("\n", notes) + "\n" + views(), e);
    }
  }

  private void special(SimJob job) {
    long at = 300L + schedule.below(4000);
    if (job.special() == SimJob.Special.KILLED) {
      schedule.afterMillis(at, () -> ask(job, "KILL", new JobEvent.KillAsked("somebody")));
    } else if (job.special() == SimJob.Special.STOPPED) {
      schedule.afterMillis(at, () -> stop(job));
    } else if (job.special() == SimJob.Special.PSERVER_CRASHES) {
      schedule.afterMillis(at, () -> crashPserver(job));
    }
  }

  /** Another number of pservers is wanted, or one is to be left, and perhaps taken in the end. */
  private void wish(SimJob job, int left) {
    if (left == 0 || stateOf(job).isEnd()) {
      return;
    }
    if (stateOf(job) != JobState.RUNNING && !schedule.oneIn(20)) {
      schedule.afterMillis(10L + schedule.below(300), () -> wish(job, left));
      return;
    }
    List<SimMember> members =
        cluster.processes().stream().filter(member -> member.job.equals(job)).toList();
    if (schedule.oneIn(3) && !members.isEmpty()) {
      SimMember member = members.get(schedule.below(members.size()));
      chaos.hit("DRAIN", member.step());
      cluster.leave(member);
    } else {
      int count = job.replicas() + schedule.below(5);
      wishes.put(job.id() + "/" + left, count);
      ask(job, "SCALE", new JobEvent.ScaleAsked(left, Role.PSERVER, count, "somebody"));
    }
    schedule.afterMillis(50L + schedule.below(2000), () -> wish(job, left - 1));
  }

  /** Another number of workers is wanted, or one of them is warned and perhaps taken. */
  private void wishWorkers(SimJob job, int left) {
    if (left == 0 || stateOf(job).isEnd()) {
      return;
    }
    List<SimMember> workers =
        cluster.processes().stream()
            .filter(member -> member.job.equals(job) && member instanceof SimWorker)
            .toList();
    if (schedule.oneIn(3) && !workers.isEmpty()) {
      SimMember worker = workers.get(schedule.below(workers.size()));
      chaos.hit("DRAIN_WORKER", worker.step());
      cluster.leave(worker);
    } else {
      int count = 1 + schedule.below(6);
      long question = WORKER_QUESTIONS + left;
      wishes.put(job.id() + "/" + question, count);
      ask(job, "SCALE_WORKERS", new JobEvent.ScaleAsked(question, Role.WORKER, count, "somebody"));
    }
    schedule.afterMillis(50L + schedule.below(2000), () -> wishWorkers(job, left - 1));
  }

  /** Whether that question was about workers. */
  static boolean isOfWorkers(long question) {
    return question > WORKER_QUESTIONS;
  }

  /** How many that question asked for. */
  int wished(SimJob job, long question) {
    return wishes.get(job.id() + "/" + question);
  }

  private void ask(SimJob job, String what, JobEvent event) {
    chaos.hit(what, stateOf(job).name());
    masters.tell(new Event.OfJob(job.id(), event));
  }

  /** As a user does: asks again until it trains, and now and then once more. */
  private void stop(SimJob job) {
    JobState state = stateOf(job);
    if (!state.isEnd()) {
      ask(job, "STOP", new JobEvent.StopAsked("somebody"));
      if (state != JobState.RUNNING || schedule.oneIn(3)) {
        schedule.afterMillis(20L + schedule.below(1000), () -> stop(job));
      }
    }
  }

  private JobState stateOf(SimJob job) {
    return masters.session().view(job.id()).map(JobView::state).orElse(JobState.NEW);
  }

  private boolean severalTrain() {
    return scenario.jobs().stream().filter(job -> stateOf(job) == JobState.RUNNING).count() > 1;
  }

  /** One after the other, each when the copies of the one before are there again. */
  private void crashPserver(SimJob job) {
    if (masters.checks().over().containsKey(job.id())) {
      return;
    }
    if (job.replicas() > 1) {
      if (!isWhole(job)) {
        schedule.afterMillis(100L + schedule.below(200), () -> crashPserver(job));
        return;
      }
      schedule.afterMillis(100L + schedule.below(2000), () -> crashPserver(job));
    }
    List<SimPserver> pservers = cluster.pservers(job);
    SimPserver pserver = pservers.isEmpty() ? null : pservers.get(schedule.below(pservers.size()));
    if (pserver != null && !masters.checks().over().containsKey(job.id())) {
      chaos.hit("PSERVER_CRASH", pserver.step());
      pserver.exit(SimMember.KILLED);
    }
  }

  private boolean isWhole(SimJob job) {
    return masters.journal().of(job.id()).stream()
        .filter(Fact.MapDefined.class::isInstance)
        .map(Fact.MapDefined.class::cast)
        .reduce((before, after) -> after)
        .filter(last -> last.map().copies().stream().allMatch(of -> of.size() == job.replicas()))
        .filter(
            last ->
                last.map().pservers().stream()
                    .allMatch(one -> cluster.pserver(job, one.incarnation()) != null))
        .isPresent();
  }

  /** Every now and then something happens to somebody. */
  private void strike() {
    List<SimMember> processes = cluster.processes();
    if (!processes.isEmpty()) {
      strike(processes.get(schedule.below(processes.size())));
    }
    if (chaos.strikes(Fault.MASTER_PAUSE, 300, masterStep())) {
      masters.present().host().pause(1000L + schedule.below(20_000));
    }
    strikeMaster();
    if (masters.checks().over().size() < scenario.jobs().size()) {
      schedule.afterMillis(10L + schedule.below(100), this::strike);
    }
  }

  private void strikeMaster() {
    if (!masters.mayBeLost()) {
      return;
    }
    if (chaos.strikes(Fault.MASTER_CRASH, 40, masterStep())) {
      masters.crash();
    } else if (chaos.strikes(Fault.MASTER_SUPERSEDED, 60, masterStep())) {
      masters.supersede();
    }
  }

  private String masterStep() {
    return stateOf(scenario.jobs().get(schedule.below(scenario.jobs().size()))).name();
  }

  private void strike(SimMember member) {
    String step = member.step();
    if (chaos.strikes(Fault.STREAM_BREAK, 40, step) && member.session() != null) {
      member.session().breakOff();
    }
    if (member instanceof SimWorker worker) {
      strikeWorker(worker, step);
    } else {
      if (scenario.fullPservers() && schedule.oneIn(20)) {
        chaos.hit("PSERVER_FULL", step);
        ((SimPserver) member).fill(100L + schedule.below(20_000));
      }
      if (chaos.losesPserver(member.isWelcome(), step)) {
        losePserver(member);
      }
      if (chaos.strikes(Fault.PSERVER_PAUSE, 100, step)) {
        member.host.pause(100L + schedule.below(2000));
      }
      if (chaos.strikes(Fault.PARTITION, 100, step)) {
        network.partition(member.host, masters.present().host(), 50 + schedule.below(2000));
      }
    }
  }

  /** It dies, or is given up and goes on for a while with whom it still reaches. */
  private void losePserver(SimMember pserver) {
    switch (schedule.below(3)) {
      case 0 -> pserver.host.pause(8_000L + schedule.below(30_000));
      case 1 ->
          network.partition(pserver.host, masters.present().host(), 8_000 + schedule.below(30_000));
      default -> pserver.exit(SimMember.KILLED);
    }
  }

  private void strikeWorker(SimWorker worker, String step) {
    JobId job = worker.job.id();
    if (chaos.kills(Fault.WORKER_CRASH, job, 60, step)) {
      worker.exit(SimMember.KILLED);
    } else if (chaos.kills(Fault.PREEMPTION, job, 80, step)) {
      cluster.preempt(worker);
    } else if (chaos.kills(Fault.WORKER_PAUSE, job, 60, step)) {
      worker.host.pause(500L + schedule.below(30_000));
    } else if (chaos.kills(Fault.PARTITION, job, 60, step)) {
      network.partition(worker.host, masters.present().host(), 100 + schedule.below(30_000));
    } else if (chaos.kills(Fault.BULK_CUT, job, 60, step)) {
      worker.cutOffOne(8_000 + schedule.below(30_000));
    } else if (chaos.strikes(Fault.BULK_BREAK, 20, step)) {
      worker.breakLinks();
    } else if (chaos.strikes(Fault.BULK_PARTITION, 60, step)) {
      for (Wire<?, ?> wire : network.of(worker.host)) {
        if (wire.second() != masters.present().host()) {
          network.partition(wire.first(), wire.second(), 100 + schedule.below(5000));
        }
      }
    }
  }

  /** Meanwhile too many others were lost, too. */
  private static boolean isWithoutProgress(JobView view) {
    return view.failure().what().contains("failed with no progress in between");
  }

  private void assertEnd(SimJob job) {
    JobState state = masters.checks().over().get(job.id());
    JobView view = masters.session().view(job.id()).orElseThrow();
    String how = job.id() + " ended " + state + ": " + view.failure();
    FailureKind kind = view.failure() == null ? null : view.failure().kind();
    boolean right =
        switch (job.special()) {
          case NOTHING, STOPPED, HANGS_ONCE, PSERVER_CRASHES -> state == JobState.EXITED;
          case KILLED -> state == JobState.KILLED || state == JobState.EXITED;
          case POISON_BLOCK ->
              state == JobState.FAILED
                  && kind == FailureKind.BLOCK_KILLS_WORKERS
                  && names(view, job);
          case BAD_BLOCK ->
              state == JobState.FAILED && kind == FailureKind.INPUT_CORRUPT && names(view, job);
          case HANGS_ALWAYS ->
              state == JobState.FAILED
                  && (((kind == FailureKind.TASK_TIMED_OUT
                              // Other faults kill workers while they hang on the block.
                              || kind == FailureKind.BLOCK_KILLS_WORKERS)
                          && names(view, job))
                      || (kind == FailureKind.PSERVER_LOST && isWithoutProgress(view)));
        };
    Violation.unless(right, Invariant.JobCanFinish, how);
    assertStopped(job, view);
    MapChecks.assertSound(job, masters.journal().of(job.id()), chaos);
    if (state == JobState.EXITED) {
      oracle(job).assertRecordsCover(view);
      oracle(job).assertEvaluated(view);
      if (view.lifecycle().stop() == null) {
        oracle(job).trained(view);
        oracle(job).aggregated(view);
      }
    }
    oracle(job).assertRecordsComputed(view);
    tasks(job).assertEnd(view, masters.journal().of(job.id()));
    assertViewIsJournal(job, view);
    Violation.unless(
        view.processes().members().stream()
                .filter(member -> member.role() == Role.PSERVER)
                .map(member -> member.instance().incarnation())
                .distinct()
                .count()
            == view.processes().members().stream()
                .filter(member -> member.role() == Role.PSERVER)
                .count(),
        Invariant.OneProcessAnIncarnation,
        how);
  }

  /** Checks {@link Invariant#StopsWhereSaid} at the end of a job. */
  private void assertStopped(SimJob job, JobView view) {
    long last =
        view.lifecycle().stop() == null ? view.versions() : view.lifecycle().stop().version();
    Violation.unless(
        (view.lifecycle().stop() == null
                || (job.special() == SimJob.Special.STOPPED
                    && (!job.isReproducible() || last < view.versions())))
            && oracle(job).newestOrdered(view.line()) <= last
            && (view.state() != JobState.EXITED || view.version() == last),
        Invariant.StopsWhereSaid,
        job.id() + ": ordered up to " + oracle(job).newestOrdered(view.line()) + ": " + view);
  }

  private static boolean names(JobView view, SimJob job) {
    if (!job.isReproducible() && view.failure().kind() == FailureKind.BLOCK_KILLS_WORKERS) {
      return view.failure().where().contains("block "); // the first of the task
    }
    return view.failure().where().contains("block " + job.specialBlock() + " of ");
  }

  private void assertViewIsJournal(SimJob job, JobView view) {
    JobView replayed = JobViews.replay(job.spec(), masters.journal().of(job.id()));
    Violation.unless(
        replayed.state() == view.state()
            && replayed.lifecycle().states().equals(view.lifecycle().states())
            && replayed.version() == view.version()
            && replayed.versions() == view.versions()
            && java.util.Objects.equals(replayed.lifecycle().stop(), view.lifecycle().stop())
            && replayed.line() == view.line()
            && replayed.recovery().rollbacks() == view.recovery().rollbacks()
            && java.util.Objects.equals(replayed.recovery().repeated(), view.recovery().repeated())
            && replayed.progress().epoch() == view.progress().epoch()
            && replayed.progress().records() == view.progress().records()
            && replayed.progress().recordsComputed() == view.progress().recordsComputed()
            && replayed.results().equals(view.results())
            && counts(replayed).equals(counts(view))
            && java.util.Objects.equals(
                replayed.synchronisation().versioned(), view.synchronisation().versioned())
            && java.util.Objects.equals(replayed.failure(), view.failure())
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

  private List<JobView> views() {
    return scenario.jobs().stream()
        .flatMap(job -> masters.session().view(job.id()).stream())
        .toList();
  }

  Scenario scenario() {
    return scenario;
  }

  Schedule schedule() {
    return schedule;
  }

  Network network() {
    return network;
  }

  Chaos chaos() {
    return chaos;
  }

  SimCluster cluster() {
    return cluster;
  }

  SimMasters masters() {
    return masters;
  }

  /** A job's checkpoints, whoever made them. */
  SimCheckpoints checkpoints(JobId job) {
    return checkpoints.computeIfAbsent(job, of -> new SimCheckpoints(this));
  }

  Oracle oracle(SimJob job) {
    return oracles.get(job.id());
  }

  TaskChecks tasks(SimJob job) {
    return tasks.get(job.id());
  }

  SimJob job(JobId id) {
    return scenario.jobs().stream().filter(job -> job.id().equals(id)).findFirst().orElseThrow();
  }

  /** Whether somebody who computes the special block now never comes back. */
  boolean hangs(SimJob job) {
    boolean first = hung.add(job.id());
    boolean hangs = first || job.special() == SimJob.Special.HANGS_ALWAYS;
    if (hangs) {
      chaos.hit("HANG", stateOf(job).name());
    }
    return hangs;
  }

  /** Somebody dies of the special block. */
  void killed(SimJob job) {
    long line =
        masters
            .journal()
            .last(job.id(), Fact.LineOpened.class)
            .map(Fact.LineOpened::line)
            .orElse(0L);
    if (cluster.hasTold(job, SimWorker.EXIT_BAD_MEMORY)) {
      oracle(job).killed(masters.present().term(), line);
    }
  }

  long nextPid() {
    return ++lastPid;
  }

  /** Keeps the last notes, for the message of a failure. */
  void note(String text) {
    notes.add(schedule.nanos() / 1_000_000 + " ms " + text);
    if (notes.size() > NOTES) {
      notes.remove(0);
    }
  }
}
