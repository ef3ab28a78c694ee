package trainer.core.job;

import java.util.EnumSet;
import java.util.Set;

/**
 * The life of a job. This table holds every legal transition; any other request is logged and
 * changes nothing.
 *
 * <pre>
 * NEW → INITING → INIT → SUBMITTED → SCHEDULED → RUNNING → EXITED
 *   └──────┴────────┴────────┴───────────┴──────────┴────→ FAILED | KILLED
 * </pre>
 *
 * Every end passes through the wind-down, during which the job stays in its previous state; the end
 * state is entered last.
 */
public enum JobState {
  /** Known, nothing done yet. */
  NEW,
  /** The master is cutting the input into blocks. */
  INITING,
  /** The blocks are known; the master is ready. */
  INIT,
  /** Requested pserver containers are not all granted yet. */
  SUBMITTED,
  /**
   * pservers are granted and starting; once all have registered, workers are requested in this
   * state.
   */
  SCHEDULED,
  /** Every pserver and enough workers have registered. Never left backwards. */
  RUNNING,
  /** Success: the model is at the requested destination. */
  EXITED,
  /** Ended without a model; the failure gives the reason. */
  FAILED,
  /** Ended on request. */
  KILLED;

  /** The states that may follow this one. */
  public Set<JobState> next() {
    return switch (this) {
      case NEW -> EnumSet.of(INITING, FAILED, KILLED);
      case INITING -> EnumSet.of(INIT, FAILED, KILLED);
      case INIT -> EnumSet.of(SUBMITTED, FAILED, KILLED);
      case SUBMITTED -> EnumSet.of(SCHEDULED, FAILED, KILLED);
      case SCHEDULED -> EnumSet.of(RUNNING, FAILED, KILLED);
      case RUNNING -> EnumSet.of(EXITED, FAILED, KILLED);
      case EXITED, FAILED, KILLED -> EnumSet.noneOf(JobState.class);
    };
  }

  /** Whether {@code to} may follow this state. */
  public boolean mayBecome(JobState to) {
    return next().contains(to);
  }

  /** Whether nothing follows this state. */
  public boolean isEnd() {
    return next().isEmpty();
  }
}
