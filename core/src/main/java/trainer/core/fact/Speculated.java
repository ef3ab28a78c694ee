package trainer.core.fact;

/**
 * Counters of speculative execution.
 *
 * @param duplicates shares that were also given to a second worker
 * @param wins how many of these the second one finished first
 * @param cancels how often a worker received a cancel for a share that another one had finished
 * @param replaced workers that were replaced for being slow persistently
 */
public record Speculated(long duplicates, long wins, long cancels, long replaced) {
  public static final Speculated NOTHING = new Speculated(0, 0, 0, 0);

  /** The sum of both. */
  public Speculated plus(Speculated other) {
    return new Speculated(
        duplicates + other.duplicates,
        wins + other.wins,
        cancels + other.cancels,
        replaced + other.replaced);
  }
}
