package trainer.testkit;

/** An invariant does not hold. */
public final class Violation extends AssertionError {
  /**
   * @param invariant its name, as in docs/architecture/invariants.md
   */
  public Violation(String invariant, String what) {
    super(invariant + " does not hold: " + what);
  }

  /** Throws unless {@code holds}. */
  public static void unless(boolean holds, String invariant, String what) {
    if (!holds) {
      throw new Violation(invariant, what);
    }
  }
}
