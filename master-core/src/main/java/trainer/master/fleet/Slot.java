package trainer.master.fleet;

import trainer.core.job.JobId;
import trainer.core.job.Role;

/** A role and index of a job, to be filled by a container: empty, asked for, or held. */
final class Slot {
  private static final long NONE = 0;

  private final JobId job;
  private final Role role;
  private final int index;
  private long ask = NONE;
  private long askedAt;
  private AllocatedContainer held;
  private int growths;
  private boolean isAnywhere;

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

  /** The time of the ask, in epoch milliseconds. */
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
    isAnywhere = role != Role.STANDBY; // another standby can wait for a host of its own
  }

  /** Whether it is asked for on any host: it had a container, or its hosts have no room. */
  boolean isAnywhere() {
    return isAnywhere;
  }

  void askAnywhere() {
    isAnywhere = true;
  }

  /** The number of times its process ran out of memory and was asked for with more. */
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
