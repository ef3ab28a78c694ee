package trainer.it.simulation.invariant;

import java.util.function.Supplier;

/** An invariant does not hold. */
public final class Violation extends AssertionError {
  Violation(Invariant invariant, String what) {
    super(invariant + " does not hold: " + what);
  }

  /** Throws unless {@code holds}; makes a long message only then. */
  public static void unless(boolean holds, Invariant invariant, Supplier<String> what) {
    if (!holds) {
      throw new Violation(invariant, what.get());
    }
  }

  /** Throws unless {@code holds}. */
  public static void unless(boolean holds, Invariant invariant, String what) {
    if (!holds) {
      throw new Violation(invariant, what);
    }
  }
}
