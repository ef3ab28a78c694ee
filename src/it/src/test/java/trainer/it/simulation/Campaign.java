package trainer.it.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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

  /** Seeds between two lines of progress. */
  private static final long PROGRESS = 200;

  private Campaign() {}

  /**
   * Runs {@code seeds} histories, also after one that breaks an invariant.
   *
   * @throws AssertionError naming every such seed, and what it broke
   */
  static FaultTable run(long first, long seeds) {
    List<AssertionError> broken = new ArrayList<>();
    FaultTable hits = run(first, seeds, Integer.MAX_VALUE, broken::add);
    if (!broken.isEmpty()) {
      String all = broken.stream().map(Throwable::getMessage).collect(Collectors.joining("\n"));
      throw new AssertionError(all, broken.get(0));
    }
    return hits;
  }

  /**
   * @param most ends early when so many seeds are broken
   * @param onBroken takes each broken seed, with what it broke, as soon as it is known
   */
  private static FaultTable run(
      long first, long seeds, int most, Consumer<AssertionError> onBroken) {
    FaultTable hits = new FaultTable();
    int broken = 0;
    long done = 0;
    for (long seed = first; done < seeds && broken < most; seed++) {
      if (!isWanted(Scenario.of(seed))) {
        continue;
      }
      try {
        hits.add(Simulation.run(seed));
      } catch (Error | RuntimeException e) { // one out of memory is a broken seed, too
        broken++;
        String what = e instanceof AssertionError ? e.getMessage() : e.toString();
        onBroken.accept(new AssertionError("seed=" + seed + ": " + what, e));
      }
      done++;
      if (done % PROGRESS == 0) {
        System.err.printf("%d of %d seeds, the last one %d%n", done, seeds, seed);
      }
    }
    return hits;
  }

  private static boolean isWanted(Scenario scenario) {
    return (!ONLY_SCORING || scenario.scores())
        && (!ONLY_POOLS || scenario.hasPool())
        && (!ONLY_STANDBYS || scenario.hasStandby());
  }

  /**
   * {@code Campaign <first seed> <seeds> [most]}: prints each broken seed; if there is none, which
   * fault hit which step how often. Ends early when so many seeds are broken.
   */
  public static void main(String[] arguments) {
    int most = arguments.length > 2 ? Integer.parseInt(arguments[2]) : Integer.MAX_VALUE;
    AtomicBoolean isBroken = new AtomicBoolean();
    FaultTable hits =
        run(
            Long.parseLong(arguments[0]),
            Long.parseLong(arguments[1]),
            most,
            broken -> {
              isBroken.set(true);
              System.out.println(broken.getMessage());
            });
    if (isBroken.get()) {
      System.exit(1);
    }
    System.out.print(hits);
  }
}
