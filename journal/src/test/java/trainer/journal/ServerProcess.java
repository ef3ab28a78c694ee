package trainer.journal;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;

/** A server in a process of its own, that can be stopped, killed and started again. */
final class ServerProcess {
  private final List<String> command;
  private final File log;
  private Process process;

  ServerProcess(List<String> command, File log) {
    this.command = List.copyOf(command);
    this.log = log;
  }

  void start() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .start();
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * A port that nobody has now, nor is given by chance while the server is away: systems give out
   * others, from 32768 or 49152, and a client that tries one of those long enough meets itself.
   */
  static int freePort() throws IOException {
    Random random = new Random();
    while (true) {
      int port = 20_000 + random.nextInt(12_000);
      try (ServerSocket socket = new ServerSocket(port)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Somebody has it.
      }
    }
  }
}
