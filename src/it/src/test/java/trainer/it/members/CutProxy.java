package trainer.it.members;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;

/**
 * A way between two processes that can be cut: while it is, nothing gets through and nobody is
 * told, as when a switch has failed.
 */
final class CutProxy implements AutoCloseable {
  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Callable<String> target;
  private boolean cut;

  /**
   * @param target {@code host:port}, asked for with each connection
   */
  CutProxy(Callable<String> target) throws IOException {
    this.target = target;
    daemon(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  synchronized void cut() {
    cut = true;
  }

  synchronized void mend() {
    cut = false;
    notifyAll();
  }

  private synchronized void passable() throws InterruptedException {
    while (cut) {
      wait();
    }
  }

  private void accept() throws Exception {
    while (true) {
      Socket from = listening.accept();
      daemon(() -> connect(from));
    }
  }

  private void connect(Socket from) throws Exception {
    passable();
    String[] address = target.call().split(":", -1);
    Socket to = new Socket(address[0], Integer.parseInt(address[1]));
    daemon(() -> pump(from, to));
    pump(to, from);
  }

  /** What has been read while it was cut arrives late, as after a packet was sent again. */
  private void pump(Socket from, Socket to) throws Exception {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] bytes = new byte[1 << 16];
      for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
        passable();
        out.write(bytes, 0, read);
      }
      passable();
    }
  }

  private interface Task {
    void run() throws Exception;
  }

  private static void daemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (Exception e) {
                // One of the two has gone, and so has the way.
              }
            },
            "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
