package trainer.appmaster.tracker;

import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;

/**
 * What a job computes, from the moment its input is cut: the training, and then the scores of the
 * held-out records, if there are any.
 */
final class Work {
  private final Training training;
  private final Validation validation;

  /**
   * @param heldOut the blocks that are scored, or null
   */
  Work(
      Context context,
      Lifecycle lifecycle,
      Members members,
      Lines lines,
      Tolerance tolerance,
      BlockIndex index,
      BlockIndex heldOut) {
    training = Training.of(context, lifecycle, members, lines, tolerance, index);
    validation =
        heldOut == null ? null : new Validation(context, members, lines, tolerance, heldOut);
  }

  Training training() {
    return training;
  }

  /** Takes the answer to a task of scoring. */
  void evaluated(FromMember.Evaluated message) {
    if (isTrained() && validation != null) {
      validation.evaluated(message);
    }
  }

  boolean isTrained() {
    return training.isFinished();
  }

  /** Whether the last version is committed and all that is held out is scored. */
  boolean isDone() {
    return isTrained() && (validation == null || validation.isDone());
  }

  /** Gives out what can be. */
  void look() {
    training.look();
    if (isTrained() && validation != null && !validation.isDone()) {
      validation.look();
    }
  }

  /** A new process belongs to the job. */
  void joined(Member member) {
    if (member.role() == Role.WORKER) {
      training.joined(member);
    }
  }

  /** Repeats to a member with a new stream all that may have been lost with the old one. */
  void returned(Member member) {
    training.returned(member);
    if (isTrained() && validation != null) {
      validation.returned(member);
    }
  }

  /** The map is without one of its pservers. */
  void evicted(long pserver) {
    training.evicted(pserver);
  }

  /** The job has gone back to a version that was kept: it is trained and scored from there. */
  void wentBack() {
    training.wentBack();
    if (validation != null) {
      validation.wentBack();
    }
  }

  /** A worker is gone: others do what it held. Also a finished training may be gone on with. */
  void lost(Member worker, String how) {
    training.lost(worker, how);
    if (validation != null) {
      validation.lost(worker);
    }
  }
}
