package trainer.worker.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.math.RepeatedSums;
import trainer.core.table.KeyList;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;
import trainer.protocol.auth.Secret;
import trainer.protocol.auth.ServerHandshake;
import trainer.protocol.bulk.BulkFrame;
import trainer.protocol.bulk.FrameReader;
import trainer.protocol.bulk.FrameWriter;

/** A lane of a pserver that answers every pull with ones and remembers every push. */
final class FakeLane implements AutoCloseable {
  /** A push as it arrived. */
  record Pushed(long version, int share, long records, long[] sums) {}

  static final int MAX_FRAME = 1 << 20;

  final BlockingQueue<Pushed> pushes = new LinkedBlockingQueue<>();
  private final ServerSocketChannel server;
  private final Gatekeeper gatekeeper;
  private volatile boolean acknowledges = true;
  private volatile boolean silent;
  private volatile SocketChannel present;

  FakeLane(JobId job, Secret secret) throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    gatekeeper =
        Gatekeeper.forMembers(job, secret, () -> new Party(Role.PSERVER, 0, new Incarnation(7)));
    Thread thread = new Thread(this::accept, "fake-lane");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return server.socket().getLocalPort();
  }

  /** From now on pushes are remembered and not answered. */
  void stopAcknowledging() {
    acknowledges = false;
  }

  /** On the present connection nothing is answered any more; the next one is answered. */
  void fallSilent() {
    silent = true;
  }

  /** Breaks the present connection, and answers pushes again. */
  void breakConnection() throws IOException {
    acknowledges = true;
    present.close();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void accept() {
    while (server.isOpen()) {
      try (SocketChannel channel = server.accept()) {
        present = channel;
        silent = false;
        serve(channel);
      } catch (IOException e) {
        // The connection or the server was closed by the test.
        present = null;
      }
    }
  }

  private void serve(SocketChannel channel) throws IOException {
    FrameReader reader = new FrameReader(MAX_FRAME);
    shakeHands(channel, reader);
    FrameWriter writer = new FrameWriter(MAX_FRAME);
    Map<Long, KeyList> lists = new HashMap<>();
    Map<Long, RepeatedSums> equals = new HashMap<>();
    while (true) {
      BulkFrame frame = reader.next();
      if (frame == null) {
        if (reader.readFrom(channel) < 0) {
          return;
        }
        continue;
      }
      if (frame instanceof BulkFrame.Ping) {
        writer.ping();
      } else if (frame instanceof BulkFrame.Keys keys) {
        lists.put(keys.list(), keys.keys());
        equals.put(keys.list(), new RepeatedSums());
      } else if (frame instanceof BulkFrame.Pull pull) {
        KeyList list = lists.get(pull.list());
        int size = IntStream.range(0, list.segments()).map(list::count).sum();
        var values = writer.values(pull.request(), pull.line(), pull.version(), size);
        for (int i = 0; i < size; i++) {
          values.put(1f);
        }
      } else if (frame instanceof BulkFrame.Push push) {
        long[] sums = new long[(int) push.sums().count()];
        RepeatedSums equal = equals.get(push.list());
        if (!push.sums().learn(equal)) {
          throw new IOException("a push rests on what was never said");
        }
        push.sums().readInto(sums, equal);
        boolean answered = acknowledges; // as it is before the test hears of the push
        pushes.add(new Pushed(push.version(), push.share(), push.metrics().records(), sums));
        if (answered) {
          writer.ack(push.line(), push.version(), push.share());
        }
      }
      while (!silent && !writer.writeTo(channel)) {
        Thread.onSpinWait();
      }
    }
  }

  private void shakeHands(SocketChannel channel, FrameReader reader) throws IOException {
    ServerHandshake handshake = new ServerHandshake(gatekeeper, new SecureRandom());
    ByteBuffer in = ByteBuffer.allocate(256);
    while (!handshake.isOver()) {
      if (channel.read(in.clear()) < 0) {
        throw new IOException("closed during the handshake");
      }
      handshake.feed(in.flip());
      byte[] out = handshake.takeOutput();
      if (out != null) {
        channel.write(ByteBuffer.wrap(out));
      }
    }
    reader.feed(in);
  }
}
