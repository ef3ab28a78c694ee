package trainer.it.simulation.invariant;

/** An invariant does not hold. */
public final class Violation extends AssertionError {
  Violation(Invariant invariant, String what) {
    super(invariant + " does not hold: " + what);
  }

  /** Throws unless {@code holds}. */
  public static void unless(boolean holds, Invariant invariant, String what) {
    if (!holds) {
      throw new Violation(invariant, what);
    }
  }
}
