package trainer.master.fleet;

import trainer.core.job.JobId;
import trainer.core.job.Role;

/** One place to be filled: a role and index of a job, empty, asked for, or held by a container. */
final class Slot {
  private static final long NONE = 0;

  private final JobId job;
  private final Role role;
  private final int index;
  private long ask = NONE;
  private long askedAt;
  private AllocatedContainer held;
  private int growths;

  Slot(JobId job, Role role, int index) {
    this.job = job;
    this.role = role;
    this.index = index;
  }

  JobId job() {
    return job;
  }

  Role role() {
    return role;
  }

  int index() {
    return index;
  }

  boolean isEmpty() {
    return ask == NONE && held == null;
  }

  boolean isAsked() {
    return ask != NONE;
  }

  long ask() {
    return ask;
  }

  /** When it was asked for, epoch milliseconds. */
  long askedAt() {
    return askedAt;
  }

  void asked(long number, long millis) {
    ask = number;
    askedAt = millis;
  }

  void notAsked() {
    ask = NONE;
  }

  AllocatedContainer held() {
    return held;
  }

  void hold(AllocatedContainer container) {
    ask = NONE;
    held = container;
  }

  /** How often its process ran out of memory, and was asked for with more. */
  int growths() {
    return growths;
  }

  void grow() {
    growths++;
  }

  void empty() {
    held = null;
  }
}
