package trainer.master.job.partitions;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.master.job.api.JobEvent;
import trainer.master.job.members.JobContainers;
import trainer.master.job.members.Member;

/** The failure of a job that has lost the last replica of a partition: the cause comes first. */
final class PserverLossVerdict {
  private static final String ADVICE = "see its log, then run again";

  private PserverLossVerdict() {}

  /** The pserver's container has ended. */
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

  /** The pserver ran under an earlier master and has not connected to this one. */
  static Failure notBack(int index, String containerId, String host) {
    return new Failure(
        FailureKind.PSERVER_LOST,
        "pserver " + index + " was lost together with a master",
        containerId + " on " + host,
        ADVICE);
  }

  /** The pserver has fallen silent. */
  static Failure silent(Member member, String how) {
    return new Failure(
        FailureKind.PSERVER_LOST,
        "pserver " + member.index() + " is lost: " + how,
        member.containerId() + " on " + member.host(),
        ADVICE);
  }
}
