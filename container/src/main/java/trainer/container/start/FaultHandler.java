package trainer.container.start;

/**
 * Where the impossible goes. It ends the process, so that whoever watches this master finds it gone
 * instead of wrong.
 */
@FunctionalInterface
public interface FaultHandler {
  /** Ends the process; does not return in production. */
  void fault(String what, Throwable cause);
}
