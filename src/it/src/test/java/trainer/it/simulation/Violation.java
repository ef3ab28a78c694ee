package trainer.it.simulation;

/** An invariant does not hold. */
final class Violation extends AssertionError {
  Violation(Invariant invariant, String what) {
    super(invariant + " does not hold: " + what);
  }

  /** Throws unless {@code holds}. */
  static void unless(boolean holds, Invariant invariant, String what) {
    if (!holds) {
      throw new Violation(invariant, what);
    }
  }
}
