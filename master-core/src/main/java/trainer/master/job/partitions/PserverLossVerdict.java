package trainer.master.job.partitions;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.master.job.api.JobEvent;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;

/**
 * The verdict on a job that has lost a pserver, whose partitions nobody else holds: cause first.
 */
final class PserverLossVerdict {
  private static final String ADVICE = "see its log, then run again";

  private PserverLossVerdict() {}

  /** Its container has ended. */
  static Failure ended(JobContainers.Entry entry, JobEvent.ContainerEnded event) {
    Failure cause = event.failure();
    return new Failure(
        FailureKind.PSERVER_LOST,
        "pserver "
            + entry.index()
            + " ended with exit status "
            + event.exit()
            + (cause == null ? "" : ": " + cause.kind() + ": " + cause.what()),
        entry.id() + " on " + entry.host(),
        cause == null || cause.advice().isEmpty() ? ADVICE : cause.advice());
  }

  /** It was there under an earlier master, and has not come to this one. */
  static Failure notBack(int index, String containerId, String host) {
    return new Failure(
        FailureKind.PSERVER_LOST,
        "pserver " + index + " was lost together with a master",
        containerId + " on " + host,
        ADVICE);
  }

  /** It is not heard any more. */
  static Failure silent(Member member, String how) {
    return new Failure(
        FailureKind.PSERVER_LOST,
        "pserver " + member.index() + " is lost: " + how,
        member.containerId() + " on " + member.host(),
        ADVICE);
  }
}
