package trainer.appmaster.journal;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;

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

  /** A port that nobody has now. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
