package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import trainer.core.message.FromMember;
import trainer.protocol.grpc.MemberLink;
import trainer.protocol.grpc.MemberListener;

/** Remembers the messages and streams of members, as text. */
final class RecordingMaster implements MemberListener {
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final Semaphore opened = new Semaphore(0);
  private final AtomicInteger connections = new AtomicInteger();
  volatile MemberLink link;

  /** Waits for one more stream to be opened. */
  void awaitOpened() throws InterruptedException {
    assertThat(opened.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
  }

  /** The number of streams so far. */
  int connections() {
    return connections.get();
  }

  /** The messages that no call of {@link #next} has returned. */
  List<String> received() {
    return List.copyOf(received);
  }

  String next() throws InterruptedException {
    return received.poll(60, TimeUnit.SECONDS);
  }

  String nextBut(String... skipped) throws InterruptedException {
    String next = next();
    while (List.of(skipped).contains(next)) {
      next = next();
    }
    return next;
  }

  @Override
  public void opened(MemberLink one) {
    link = one;
    connections.incrementAndGet();
    opened.release();
  }

  @Override
  public void onMessages(MemberLink from, List<FromMember> messages) {
    messages.forEach(this::said);
  }

  private void said(FromMember message) {
    if (message instanceof FromMember.Register register) {
      received.add("Register " + register.incarnation());
    } else if (message instanceof FromMember.Heartbeat heartbeat) {
      received.add("Heartbeat " + heartbeat.probe());
    } else {
      received.add(message.toString());
    }
  }

  @Override
  public void closed(MemberLink closed, String why) {
    received.add("closed");
  }
}
