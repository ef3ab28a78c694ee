package trainer.protocol.grpc;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import trainer.core.message.ToMember;

/** A member that remembers what it was told. */
final class RecordingMember implements MasterListener {
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  String next() throws InterruptedException {
    return heard.poll(60, TimeUnit.SECONDS);
  }

  @Override
  public void onMessage(ToMember message) {
    heard.add("said " + message);
  }

  @Override
  public void broken(String why) {
    heard.add("broken " + why);
  }
}
