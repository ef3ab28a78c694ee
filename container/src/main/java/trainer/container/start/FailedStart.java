package trainer.container.start;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import trainer.container.identity.Identity;
import trainer.container.session.SessionMember;
import trainer.core.failure.Failure;
import trainer.core.id.Incarnation;
import trainer.core.job.JobSpec;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;

/**
 * A member for a process that failed to start. It registers only to report the cause, since its
 * master would otherwise see only an exit status.
 */
final class FailedStart implements SessionMember {
  private final Identity identity;
  private final JobSpec spec;
  private final CountDownLatch welcome = new CountDownLatch(1);

  FailedStart(Identity identity, JobSpec spec) {
    this.identity = identity;
    this.spec = spec;
  }

  /**
   * Waits for the registration with the master or the loss of the session; false if neither comes
   * in time.
   */
  boolean isHeardWithin(Duration patience) {
    try {
      return welcome.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    return new FromMember.Register(
        identity.ofMember(),
        new FromMember.Address(identity.host()),
        spec.datasetDigest(),
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return new FromMember.Heartbeat(probe, 0, -1);
  }

  @Override
  public void onMessage(ToRole message) {
    if (message instanceof ToMember.Welcome) {
      welcome.countDown();
    }
  }

  @Override
  public void onLost(Failure why) {
    welcome.countDown();
  }
}
