package trainer.it.simulation;

import java.util.ArrayList;
import java.util.List;
import trainer.it.simulation.scenario.Scenario;
import trainer.testkit.FaultTable;

/** Many histories in a row, from one seed on. A command of its own for long nights. */
final class Campaign {
  /** {@code -Dtrainer.simulation.scoring=true} runs only the seeds that have a scoring job. */
  private static final boolean ONLY_SCORING = Boolean.getBoolean("trainer.simulation.scoring");

  /** {@code -Dtrainer.simulation.pool=true} runs only the seeds that have a pool of workers. */
  private static final boolean ONLY_POOLS = Boolean.getBoolean("trainer.simulation.pool");

  /** {@code -Dtrainer.simulation.standby=true} runs only the seeds that have a standby. */
  private static final boolean ONLY_STANDBYS = Boolean.getBoolean("trainer.simulation.standby");

  private Campaign() {}

  /**
   * Runs {@code seeds} histories, also after one that breaks an invariant.
   *
   * @throws AssertionError naming every such seed, and what it broke
   */
  static FaultTable run(long first, long seeds) {
    return run(first, seeds, Integer.MAX_VALUE);
  }

  private static FaultTable run(long first, long seeds, int most) {
    FaultTable hits = new FaultTable();
    List<String> broken = new ArrayList<>();
    AssertionError one = null;
    long left = seeds;
    for (long seed = first; left > 0 && broken.size() < most; seed++) {
      if (!isWanted(Scenario.of(seed))) {
        continue;
      }
      left--;
      try {
        hits.add(Simulation.run(seed));
      } catch (AssertionError | RuntimeException e) {
        broken.add("seed=" + seed + ": " + e.getMessage());
        one = new AssertionError(String.join("\n", broken), e);
      }
    }
    if (one != null) {
      throw one;
    }
    return hits;
  }

  private static boolean isWanted(Scenario scenario) {
    return (!ONLY_SCORING || scenario.scores())
        && (!ONLY_POOLS || scenario.hasPool())
        && (!ONLY_STANDBYS || scenario.hasStandby());
  }

  /**
   * {@code Campaign <first seed> <seeds> [most]}: prints which fault hit which step how often; ends
   * early when so many invariants are broken.
   */
  public static void main(String[] arguments) {
    try {
      int most = arguments.length > 2 ? Integer.parseInt(arguments[2]) : Integer.MAX_VALUE;
      System.out.print(run(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]), most));
    } catch (AssertionError e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }
}
