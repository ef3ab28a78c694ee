package trainer.it.simulation.scenario;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import trainer.core.random.SplitMix64;

/** Draws histories of a session whose scoring jobs share workers. */
final class PoolScenario {
  /** One seed in so many is such a history. */
  private static final int ONE_IN = 6;

  /** The faults of a history in which only masters are lost. */
  private static final Set<Fault> TAKEOVERS =
      EnumSet.of(Fault.MASTER_CRASH, Fault.MASTER_SUPERSEDED);

  /** One in so many pools is a large one, and one in so many of these a huge one. */
  private static final int LARGE_ONE_IN = 50;

  private static final int HUGE_ONE_IN = 30;

  /** In a larger pool no block hangs: it takes many minutes until that is found. */
  private static final int MOST_OF_SMALL = 6;

  private static final int MOST_WORKERS = 1000;
  private static final int MOST_JOBS = 20;
  private static final int SMALL_MB = 100;
  private static final int MEMORY_MB = 2000;

  /** The mean rows of a block. */
  private static final int BLOCK_ROWS = 15;

  private final long seed;
  private final SplitMix64 random;

  private PoolScenario(long seed) {
    this.seed = seed;
    this.random = SplitMix64.of(seed, 31);
  }

  /** Whether the history of this seed has a pool. */
  static boolean isDrawn(long seed) {
    return SplitMix64.of(seed, 30).below(ONE_IN) == 0;
  }

  static Scenario of(long seed) {
    PoolScenario scenario = new PoolScenario(seed);
    SplitMix64 ofSize = SplitMix64.of(seed, 32);
    boolean isLarge = ofSize.below(LARGE_ONE_IN) == 0;
    boolean isHuge = isLarge && ofSize.below(HUGE_ONE_IN) == 0;
    return switch (scenario.random.below(8)) {
      case 0 -> isLarge ? scenario.largeCalm(ofSize) : scenario.calm();
      case 1 -> scenario.disturbed(TAKEOVERS, true);
      default ->
          isHuge
              ? scenario.disturbed(MOST_WORKERS, MOST_JOBS, EnumSet.allOf(Fault.class), false)
              : isLarge
                  ? scenario.largeDisturbed(ofSize)
                  : scenario.disturbed(EnumSet.allOf(Fault.class), false);
    };
  }

  /** Long jobs, which nothing disturbs: rates have the time to become equal. */
  private Scenario calm() {
    int workers = 2 + random.below(3);
    return calm(workers, 2 + random.below(workers - 1), 6.0 + random.below(4));
  }

  /**
   * @param speed blocks a second of each job
   */
  private Scenario calm(int workers, int count, double speed) {
    int cores = 1 + random.below(2);
    double rate = speed * BLOCK_ROWS; // rows a second, of each job
    int[] parts = new int[count];
    int all = 0;
    for (int j = 0; j < count; j++) {
      parts[j] = 1 + random.below(10);
      all += parts[j];
    }
    boolean changes = random.below(4) == 0;
    int seconds = 75 + random.below(60);
    List<SimJob> jobs = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      int micros = (int) (1e6 * workers * cores / rate * parts[j] / all);
      int blocks = (int) (rate * seconds / BLOCK_ROWS);
      SimModel model =
          new SimModel(
              SMALL_MB,
              random.below(2) == 0 ? 0 : 1_000_000 / micros,
              micros,
              500 + random.below(5000),
              0,
              random.below(10_000),
              changes ? 20_000 + random.below(20_000) : 0,
              0.5 + random.below(16) / 10.0);
      jobs.add(job(j + 1, workers, blocks, SimJob.Special.NOTHING, "1", 4, 0, model));
    }
    SimPool pool = new SimPool(workers, cores, MEMORY_MB, 1, 0, true);
    return new Scenario(
        seed, jobs, 1, false, 1 + random.below(5), Scenario.Disturbances.NONE, pool, Standby.NONE);
  }

  private Scenario largeCalm(SplitMix64 ofSize) {
    int workers = 8 + ofSize.below(17);
    return calm(workers, 3 + ofSize.below(6), workers);
  }

  private Scenario largeDisturbed(SplitMix64 ofSize) {
    int workers = MOST_OF_SMALL + 1 + ofSize.below(94);
    return disturbed(workers, 5 + ofSize.below(8), EnumSet.allOf(Fault.class), false);
  }

  /**
   * Jobs of all kinds and lengths.
   *
   * @param some faults; one in three of them strikes in this history, or one in two if it is tame
   * @param isTame whether every job runs to its end and every load succeeds
   */
  private Scenario disturbed(Set<Fault> some, boolean isTame) {
    return disturbed(1 + random.below(MOST_OF_SMALL), 1 + random.below(4), some, isTame);
  }

  private Scenario disturbed(int workers, int count, Set<Fault> some, boolean isTame) {
    boolean isTight = random.below(3) == 0;
    int slowdown = 1 + random.below(10);
    int within = 1 + random.below(60_000);
    List<SimJob> jobs = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      jobs.add(disturbed(j + 1, workers, isTight, within, isTame));
    }
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (isTame) {
      faults.add(Fault.MASTER_CRASH);
    }
    for (Fault fault : some) {
      if (random.below(isTame ? 2 : 3) == 0) {
        faults.add(fault);
      }
    }
    int drains = !isTame && random.below(4) == 0 ? 1 + random.below(3) : 0;
    SimPool pool = new SimPool(workers, 1 + random.below(2), MEMORY_MB, slowdown, drains, false);
    return new Scenario(
        seed,
        List.copyOf(jobs),
        1,
        random.below(2) == 0,
        1 + random.below(20),
        new Scenario.Disturbances(faults, Math.max(4, workers / 10), 0, false),
        pool,
        Standby.NONE);
  }

  private SimJob disturbed(int number, int workers, boolean isTight, int within, boolean isTame) {
    SimJob.Special drawn =
        switch (random.below(14)) {
          case 0, 1 -> SimJob.Special.KILLED;
          case 2 -> SimJob.Special.STOPPED;
          case 3, 4 -> SimJob.Special.POISON_BLOCK;
          case 5 -> SimJob.Special.BAD_BLOCK;
          case 6 -> SimJob.Special.HANGS_ONCE;
          case 7 -> SimJob.Special.HANGS_ALWAYS;
          default -> SimJob.Special.NOTHING;
        };
    boolean isLong = drawn.hangs() && workers > MOST_OF_SMALL;
    SimJob.Special special = isTame || isLong ? SimJob.Special.NOTHING : drawn;
    int micros = special.hangs() ? 300 : 300 << random.below(7);
    SimModel model =
        new SimModel(
            isTight ? 200 + random.below(1000) : SMALL_MB,
            random.below(2) == 0 ? 0 : 1 + random.below(2_000_000 / micros),
            micros,
            100 << random.below(7),
            !isTame && random.below(3) == 0 ? 3 + random.below(6) : 0,
            random.below(within),
            random.below(4) == 0 ? 1000 + random.below(60_000) : 0,
            0.5 + random.below(16) / 10.0);
    int failures = random.below(2) == 0 ? 4 + random.below(20) : 0;
    int blocks = 1 + random.below(Math.max(120, workers));
    String size = random.below(4) == 0 ? "file" : "" + random.below(4);
    int wanted = random.below(4) == 0 ? 1 + random.below(workers) : workers;
    return job(number, wanted, blocks, special, size, 1 + random.below(4), failures, model);
  }

  private SimJob job(
      int number,
      int workers,
      int blocks,
      SimJob.Special special,
      String size,
      int perAssignment,
      int failures,
      SimModel model) {
    SimJob.Scoring scoring = new SimJob.Scoring(1 + random.below(5), failures, false, model);
    return new SimJob(
        number,
        new SimJob.Training(blocks, 1, 1, 0, false, false, false, scoring),
        new SimJob.Members(workers, 1, 0, 1, 1, true, SimJob.Members.PATIENT),
        SimJob.MemberChanges.NONE,
        special,
        random.below(blocks),
        false,
        new SimJob.Tasks(size, perAssignment, SimJob.Tasks.ASYNC, 0));
  }
}
