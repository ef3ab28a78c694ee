package trainer.core.fact;

/**
 * What speculation has come to.
 *
 * @param duplicates shares that a second worker was given, too
 * @param wins how many of these the second one finished first
 * @param cancels how often a worker was told to leave a share that another one had finished
 * @param replaced workers that were replaced, since they were slow all the time
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
