package trainer.it.simulation.scenario;

/** The kinds of faults a history may be struck by. */
public enum Fault {
  WORKER_CRASH,
  PREEMPTION,
  STREAM_BREAK,
  PARTITION,
  BULK_BREAK,
  BULK_PARTITION,
  BULK_CUT,
  WORKER_PAUSE,
  PSERVER_PAUSE,
  MASTER_PAUSE,
  MASTER_CRASH,
  MASTER_SUPERSEDED,
  SLOW_WORKER,
  LATE_GRANT,
  SURPLUS_GRANT,
  LATE_FINDING,
  DUPLICATE_STATUS,
  LAUNCH_FAILS,
  LOST_CONTAINER,
  SLOW_JOURNAL,
  REPEATED_ORDER,
  REPEATED_REPORT;

  /** Whether a member may be given up for it. */
  boolean mayCostAMember() {
    return switch (this) {
      case WORKER_CRASH,
          PREEMPTION,
          PARTITION,
          BULK_CUT,
          WORKER_PAUSE,
          PSERVER_PAUSE,
          LAUNCH_FAILS,
          LOST_CONTAINER ->
          true;
      default -> false;
    };
  }
}
