package trainer.core.job;

import java.util.EnumSet;
import java.util.Set;

/**
 * The life of a job. This table holds every legal transition; whatever else is asked for is logged
 * and changes nothing.
 *
 * <pre>
 * NEW → INITING → INIT → SUBMITTED → SCHEDULED → RUNNING → EXITED
 *   └──────┴────────┴────────┴───────────┴──────────┴────→ FAILED | KILLED
 * </pre>
 *
 * Every end passes through the wind-down, during which the state is still the one it began in; the
 * end state is entered last.
 */
public enum JobState {
  /** Known, nothing done yet. */
  NEW,
  /** The input is being cut into blocks. */
  INITING,
  /** Cut; the master is ready. */
  INIT,
  /** pserver containers are asked for, until all are granted. */
  SUBMITTED,
  /** pservers are granted and starting; once all have registered the worker ask is made here. */
  SCHEDULED,
  /** Every pserver and enough workers have registered. Never left backwards. */
  RUNNING,
  /** Ended well: the model is where it was asked for. */
  EXITED,
  /** Ended without a model; the failure says why. */
  FAILED,
  /** Ended because somebody asked for it. */
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
