package trainer.container.start;

/**
 * The handler of states that must not occur. It ends the process, so that a new attempt recovers
 * from the journal.
 */
@FunctionalInterface
public interface FaultHandler {
  /** Ends the process; does not return in production. */
  void fault(String what, Throwable cause);
}
