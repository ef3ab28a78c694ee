package trainer.benchmarks.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The bandwidth of this machine, in bytes a nanosecond: the best of some rounds. */
final class Bandwidth {
  private static final int ROUNDS = 30;

  private Bandwidth() {}

  /** A large array copied by one thread. */
  static double ofMemory() {
    float[] from = new float[1 << 25];
    float[] to = new float[from.length];
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      from[round]++;
      long start = System.nanoTime();
      System.arraycopy(from, 0, to, 0, from.length);
      best = Math.min(best, System.nanoTime() - start);
    }
    return (double) Float.BYTES * from.length / best;
  }

  /** Bytes sent by one thread and received by another, over one connection. */
  static double ofLoopback() throws IOException {
    int size = 1 << 26;
    try (ServerSocketChannel door = ServerSocketChannel.open()) {
      door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      Thread sender = new Thread(() -> send(door, size), "sender");
      sender.setDaemon(true);
      sender.start();
      try (SocketChannel in = door.accept()) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
          long start = System.nanoTime();
          receive(in, buffer, size);
          best = Math.min(best, System.nanoTime() - start);
        }
        return (double) size / best;
      }
    }
  }

  private static void receive(SocketChannel in, ByteBuffer buffer, int size) throws IOException {
    int left = size;
    while (left > 0) {
      buffer.clear().limit(Math.min(left, buffer.capacity()));
      int count = in.read(buffer);
      if (count < 0) {
        throw new IOException("the sender is gone");
      }
      left -= count;
    }
  }

  private static void send(ServerSocketChannel door, int size) {
    try (SocketChannel out = SocketChannel.open(door.getLocalAddress())) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
      for (long left = (long) size * ROUNDS; left > 0; left -= buffer.position()) {
        buffer.clear();
        while (buffer.hasRemaining()) {
          out.write(buffer);
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
