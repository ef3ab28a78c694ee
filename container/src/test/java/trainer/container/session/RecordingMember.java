package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToRole;

/** Remembers the messages to a member, as text. */
final class RecordingMember implements SessionMember {
  final BlockingQueue<String> received = new LinkedBlockingQueue<>();

  String next() throws InterruptedException {
    return received.poll(120, TimeUnit.SECONDS);
  }

  @Override
  public FromMember.Register register(Incarnation incarnation) {
    return new FromMember.Register(
        new FromMember.Identity(Role.WORKER, 2, "c", 1),
        new FromMember.Address("h"),
        "d",
        incarnation);
  }

  @Override
  public FromMember.Heartbeat heartbeat(long probe) {
    return new FromMember.Heartbeat(probe, 5, -1);
  }

  @Override
  public void onMessage(ToRole message) {
    received.add(message.toString());
  }

  @Override
  public void onLost(Failure why) {
    received.add("lost " + why.message());
    assertThat(why.kind()).isEqualTo(FailureKind.MASTER_LOST);
  }
}
