package trainer.core.job;

import java.util.Locale;

/** The role of a process in a job. */
public enum Role {
  /** Decides; one per application leads. */
  MASTER,
  /** Holds partitions of the tables. */
  PSERVER,
  /** Reads blocks and computes shares. */
  WORKER,
  /** A container's helper that completes the logs of a process that was killed. */
  LOGS,
  /** A second master, which follows the first and leads once that one is gone. */
  STANDBY;

  /** Whether a process of this role may lead the application. */
  public boolean mayLead() {
    return this == MASTER || this == STANDBY;
  }

  /** The word of command lines, paths and messages: {@code master}, {@code pserver}, ... */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The role whose {@link #word} this is. */
  public static Role ofWord(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
