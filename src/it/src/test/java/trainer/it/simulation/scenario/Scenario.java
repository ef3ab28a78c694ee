package trainer.it.simulation.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import trainer.core.job.JobSpec;
import trainer.core.random.SplitMix64;

/**
 * The decisions of a seed before a history begins.
 *
 * @param lanes of each pserver
 * @param pool the workers that its jobs share; null if each job has its own
 * @param standby whether a second master follows
 */
public record Scenario(
    long seed,
    List<SimJob> jobs,
    int lanes,
    boolean exposure,
    int delayMillis,
    Disturbances disturbances,
    SimPool pool,
    Standby standby) {
  /** Three histories in so many have a standby. */
  private static final int STANDBY_ONE_IN = 12;

  /**
   * The faults of a history, and how many of them.
   *
   * @param faults the kinds that strike in this history; a few at a time show more than all at once
   * @param deadly how many workers at most are killed, paused or cut off for too long, each job
   * @param lostPservers how many pservers are, in all
   * @param fullPservers whether pservers have no room for a while, now and then
   */
  public record Disturbances(
      Set<Fault> faults, int deadly, int lostPservers, boolean fullPservers) {
    static final Disturbances NONE = new Disturbances(EnumSet.noneOf(Fault.class), 0, 0, false);
  }

  public static Scenario of(long seed) {
    Scenario drawn = PoolScenario.isDrawn(seed) ? PoolScenario.of(seed) : ofOwnWorkers(seed);
    return drawn.withStandby();
  }

  private static Scenario ofOwnWorkers(long seed) {
    SplitMix64 random = SplitMix64.of(seed, 77);
    List<SimJob> jobs = new ArrayList<>();
    int count = 1 + random.below(2);
    for (int number = 1; number <= count; number++) {
      jobs.add(job(seed, number, random));
    }
    if (SplitMix64.of(seed, 50).below(6) == 0) {
      jobs.set(count - 1, scoringJob(seed, count));
    }
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    for (Fault fault : Fault.values()) {
      if (random.below(3) == 0) {
        faults.add(fault);
      }
    }
    return new Scenario(
        seed,
        List.copyOf(jobs),
        1 + random.below(2),
        random.below(2) == 0,
        1 + random.below(20),
        new Disturbances(faults, 4, lostPservers(seed), SplitMix64.of(seed, 76).below(4) == 0),
        null,
        Standby.NONE);
  }

  /** Drawn apart: in some histories a second master follows, and masters are lost. */
  private Scenario withStandby() {
    SplitMix64 random = SplitMix64.of(seed, 20);
    Standby drawn =
        switch (random.below(STANDBY_ONE_IN)) {
          case 0 -> Standby.LOCAL;
          case 1, 2 -> Standby.YARN;
          default -> Standby.NONE;
        };
    if (drawn == Standby.NONE || (hasPool() && pool.isCalm())) {
      return this;
    }
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    faults.addAll(disturbances.faults);
    if (random.below(4) > 0) {
      faults.add(Fault.MASTER_CRASH);
    }
    if (random.below(2) == 0) {
      faults.add(Fault.MASTER_SUPERSEDED);
    }
    Disturbances disturbed =
        new Disturbances(
            faults, disturbances.deadly, disturbances.lostPservers, disturbances.fullPservers);
    return new Scenario(seed, jobs, lanes, exposure, delayMillis, disturbed, pool, drawn);
  }

  /** Whether a second master follows. */
  public boolean hasStandby() {
    return standby != Standby.NONE;
  }

  /** The job as it is submitted, where it is the only one. */
  public JobSpec only(SimJob job) {
    JobSpec spec = job.spec();
    if (!hasStandby()) {
      return spec;
    }
    Map<String, String> settings = new HashMap<>(spec.settings());
    settings.put("trainer.standby", "true");
    return new JobSpec(
        spec.id(),
        spec.user(),
        spec.folder(),
        settings,
        spec.model(),
        spec.jars(),
        spec.clientVersion());
  }

  /** Drawn apart, as the tasks are. */
  private static int lostPservers(long seed) {
    SplitMix64 random = SplitMix64.of(seed, 79);
    return random.below(3) == 0 ? 1 + random.below(4) : 0;
  }

  /** Whether one of the jobs scores. */
  public boolean scores() {
    return jobs.stream().anyMatch(SimJob::isScoring);
  }

  /** Whether nobody but masters is killed, stopped or cut off for long. */
  public boolean losesOnlyMasters() {
    return disturbances.lostPservers == 0
        && jobs.stream().allMatch(job -> job.changes().equals(SimJob.MemberChanges.NONE))
        && jobs.stream().allMatch(job -> job.members().patience() == SimJob.Members.PATIENT)
        && jobs.stream()
            .allMatch(job -> job.special() == SimJob.Special.NOTHING && !job.mayLoseTheSlow())
        && (!hasPool() || (pool.drains() == 0 && jobs.stream().allMatch(SimJob::alwaysLoads)))
        && disturbances.faults.stream().noneMatch(Fault::mayCostAMember);
  }

  /** Whether its jobs share workers. */
  public boolean hasPool() {
    return pool != null;
  }

  /** Whether the faults of a history, where they can be drawn, are so many times as rare. */
  public int slowdown() {
    return hasPool() ? pool.slowdown() : 1;
  }

  /** The jobs, and before them the session if it has workers of its own. */
  public List<SimJob> owners() {
    return hasPool() ? Stream.concat(Stream.of(pool.session()), jobs.stream()).toList() : jobs;
  }

  private static SimJob job(long seed, int number, SplitMix64 random) {
    int workers = 1 + random.below(4);
    int blocks = 1 + random.below(16);
    SimJob.Special special =
        switch (random.below(16)) {
          case 0 -> SimJob.Special.PSERVER_CRASHES;
          case 1 -> SimJob.Special.KILLED;
          case 2 -> SimJob.Special.POISON_BLOCK;
          case 3 -> SimJob.Special.BAD_BLOCK;
          case 4, 5 -> SimJob.Special.STOPPED;
          default -> hanging(seed, number);
        };
    int minibatchBlocks = 1 + random.below(6);
    int epochs = 1 + random.below(4);
    int workersMin = 1 + random.below(workers);
    int pservers = 1 + random.below(3);
    SimJob.Tasks tasks = tasks(seed, number);
    boolean isOnArrival = tasks != null && tasks.gradients() == 0;
    int pserverChanges = isOnArrival ? 0 : pserverChanges(seed, number);
    boolean crashes = special == SimJob.Special.PSERVER_CRASHES && !isOnArrival && pservers > 1;
    if (crashes || pserverChanges > 0) {
      // Long enough for copies to be built.
      minibatchBlocks = 1;
      epochs = 4 + (crashes ? 128 : 48) / blocks;
    }
    int replicas = isOnArrival ? 1 : replicas(seed, number, pservers);
    int patience = SplitMix64.of(seed, 60L + number).below(6) == 0 ? 6 : SimJob.Members.PATIENT;
    int moves = 1 + SplitMix64.of(seed, 92L + number).below(8);
    int validationBlocks = random.below(3) == 0 ? 1 + random.below(5) : 0;
    boolean startsAtMin = random.below(2) == 0;
    boolean updatesRows = random.below(2) == 0;
    // Nothing is drawn for it. A job that has to meet a certain block does not end before.
    boolean mayEnd =
        special == SimJob.Special.NOTHING
            || special == SimJob.Special.STOPPED
            || special == SimJob.Special.KILLED;
    boolean stopsEarly =
        tasks == null && validationBlocks > 0 && mayEnd && (blocks + epochs) % 2 == 0;
    boolean goesOn = tasks == null && mayEnd && (blocks + minibatchBlocks) % 3 == 0;
    return new SimJob(
        number,
        new SimJob.Training(
            blocks,
            minibatchBlocks,
            epochs,
            validationBlocks,
            updatesRows,
            stopsEarly,
            goesOn,
            null),
        new SimJob.Members(workers, workersMin, pservers, replicas, moves, startsAtMin, patience),
        new SimJob.MemberChanges(pserverChanges, workerChanges(seed, number)),
        special,
        random.below(blocks),
        SplitMix64.of(seed, 88L + number).below(4) == 0,
        tasks);
  }

  /** Drawn apart, so that the histories of the other seeds stay what they were. */
  private static SimJob scoringJob(long seed, int number) {
    SplitMix64 random = SplitMix64.of(seed, 50L + number);
    int workers = 1 + random.below(8);
    int blocks = 1 + random.below(24);
    SimJob.Special special =
        switch (random.below(20)) {
          case 0 -> SimJob.Special.KILLED;
          case 1 -> SimJob.Special.STOPPED;
          case 2 -> SimJob.Special.POISON_BLOCK;
          case 3 -> SimJob.Special.BAD_BLOCK;
          case 4 -> SimJob.Special.HANGS_ONCE;
          case 5 -> SimJob.Special.HANGS_ALWAYS;
          default -> SimJob.Special.NOTHING;
        };
    int failures = random.below(2) == 0 ? 4 + random.below(20) : 0;
    int fileTasks = 1 + random.below(5);
    int workersMin = 1 + random.below(workers);
    boolean startsAtMin = random.below(2) == 0;
    int patience = random.below(6) == 0 ? 6 : SimJob.Members.PATIENT;
    // A scoring job refuses requests for pservers.
    int pserverChanges = random.below(6) == 0 ? 1 + random.below(2) : 0;
    String size = random.below(4) == 0 ? "file" : "" + random.below(4);
    int perAssignment = 1 + random.below(3);
    SplitMix64 ofPservers = SplitMix64.of(seed, 40L + number); // drawn apart
    boolean isServed = ofPservers.below(2) == 0;
    int pservers = isServed ? 1 + ofPservers.below(3) : 0;
    int replicas = isServed ? 1 + ofPservers.below(Math.min(2, pservers)) : 1;
    SimJob.Scoring scoring = new SimJob.Scoring(fileTasks, failures, isServed, null);
    return new SimJob(
        number,
        new SimJob.Training(blocks, 1, 1, 0, false, false, false, scoring),
        new SimJob.Members(workers, workersMin, pservers, replicas, 1, startsAtMin, patience),
        new SimJob.MemberChanges(pserverChanges, workerChanges(seed, number)),
        special,
        random.below(blocks),
        false,
        new SimJob.Tasks(size, perAssignment, SimJob.Tasks.ASYNC, 0));
  }

  /** Drawn apart, too. */
  private static int pserverChanges(long seed, int number) {
    SplitMix64 random = SplitMix64.of(seed, 80L + number);
    return random.below(10) == 0 ? 1 + random.below(4) : 0;
  }

  /** Drawn apart, too. */
  private static int workerChanges(long seed, int number) {
    SplitMix64 random = SplitMix64.of(seed, 70L + number);
    return random.below(4) == 0 ? 1 + random.below(5) : 0;
  }

  /** Drawn apart, too. */
  private static int replicas(long seed, int number, int pservers) {
    SplitMix64 random = SplitMix64.of(seed, 90L + number);
    return 1 + random.below(Math.min(2, pservers));
  }

  /** Drawn apart, so that other histories stay what they were. */
  private static SimJob.Special hanging(long seed, int number) {
    return switch (SplitMix64.of(seed, 98L + number).below(12)) {
      case 0 -> SimJob.Special.HANGS_ONCE;
      case 1 -> SimJob.Special.HANGS_ALWAYS;
      default -> SimJob.Special.NOTHING;
    };
  }

  /** Drawn apart, so that the histories of jobs under bsp stay what they were. */
  private static SimJob.Tasks tasks(long seed, int number) {
    SplitMix64 random = SplitMix64.of(seed, 78L + number);
    if (random.below(4) != 0) {
      return null;
    }
    String size = random.below(4) == 0 ? "file" : "" + random.below(4);
    int perAssignment = 1 + random.below(3);
    int staleness = random.below(2) == 0 ? SimJob.Tasks.ASYNC : random.below(4);
    return new SimJob.Tasks(size, perAssignment, staleness, gradients(seed, number));
  }

  /** Drawn apart, too. */
  private static int gradients(long seed, int number) {
    SplitMix64 random = SplitMix64.of(seed, 66L + number);
    return random.below(2) == 0 ? 1 + random.below(4) : 0;
  }

  /** The same jobs, with nothing to disturb them. */
  public static Scenario undisturbed(SimJob job) {
    return new Scenario(
        0, List.of(job.alone()), 1, false, 1, Disturbances.NONE, null, Standby.NONE);
  }
}
