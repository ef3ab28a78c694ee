package trainer.container.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import trainer.protocol.grpc.GrpcServer;

/** A process as loaded as ours can be: fills its heap, starts threads, server and file system. */
final class Loaded {
  private static final int THREADS = 60;

  private Loaded() {}

  public static void main(String[] arguments) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(THREADS);
    for (int i = 0; i < THREADS; i++) {
      Thread thread = new Thread(() -> work(running, end));
      thread.setDaemon(true);
      thread.start();
    }
    running.await();
    UserGroupInformation.getLoginUser();
    FileSystem.get(new Configuration()).exists(new org.apache.hadoop.fs.Path("/"));
    GrpcServer server = GrpcServer.start(0, hello -> null, List.of());
    ByteBuffer direct = ByteBuffer.allocateDirect(24 << 20);
    List<byte[]> heap = new ArrayList<>();
    Runtime runtime = Runtime.getRuntime();
    while (runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory() > 24 << 20) {
      heap.add(new byte[1 << 20]);
    }
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmPeak") || line.startsWith("VmHWM")) {
        System.out.println(line.replaceAll("[^A-Za-z0-9]+", " "));
      }
    }
    System.out.println("kept " + heap.size() + " " + direct.capacity() + " " + server.port());
    Runtime.getRuntime().halt(0);
  }

  private static void work(CountDownLatch running, CountDownLatch end) {
    CRC32 crc = new CRC32();
    crc.update(new byte[1 << 16]);
    running.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static long megabytes(List<String> output, String name) throws IOException {
    for (String line : output) {
      if (line.startsWith(name + " ")) {
        return Long.parseLong(line.split(" ", -1)[1]) >> 10;
      }
    }
    throw new IOException(name + " is not in " + output);
  }
}
