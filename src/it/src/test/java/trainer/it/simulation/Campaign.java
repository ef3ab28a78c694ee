package trainer.it.simulation;

import trainer.testkit.FaultTable;

/** Many histories in a row, from one seed on. A command of its own for long nights. */
final class Campaign {
  private Campaign() {}

  /**
   * Runs {@code seeds} histories; the first that breaks an invariant ends it.
   *
   * @throws AssertionError naming the seed and the invariant
   */
  static FaultTable run(long first, long seeds) {
    FaultTable hits = new FaultTable();
    for (long seed = first; seed < first + seeds; seed++) {
      try {
        hits.add(Simulation.run(seed));
      } catch (AssertionError e) {
        throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    return hits;
  }

  /** {@code Campaign <first seed> <seeds>}: prints which fault hit which step how often. */
  public static void main(String[] arguments) {
    try {
      System.out.print(run(Long.parseLong(arguments[0]), Long.parseLong(arguments[1])));
    } catch (AssertionError e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }
}
