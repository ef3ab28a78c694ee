package trainer.client.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The user's flags for the client's JVM, {@code TRAINER_CLIENT_OPTS}. */
final class ClientOptions {
  private static final String VARIABLE = "TRAINER_CLIENT_OPTS";
  private static final int JVM_FAILED = 1;
  private static final long PATIENCE_SECONDS = 5;

  private final List<String> options;

  private ClientOptions(List<String> options) {
    this.options = options;
  }

  static ClientOptions of(Map<String, String> environment) {
    String text = environment.get(VARIABLE);
    return new ClientOptions(
        text == null || text.trim().isEmpty()
            ? Collections.<String>emptyList()
            : Arrays.asList(text.trim().split("\\s+", -1)));
  }

  /** The flags; a mistake in them is not ignored, as it is in the launcher's own. */
  List<String> flags() {
    List<String> flags = new ArrayList<String>();
    if (!options.isEmpty()) {
      flags.add("-XX:-IgnoreUnrecognizedVMOptions");
      flags.addAll(options);
    }
    return flags;
  }

  /**
   * Looks at them when the client has ended as a JVM ends that cannot be started.
   *
   * @throws LaunchException when they are the reason
   */
  void explain(int status, JavaHome java) throws IOException {
    if (status != JVM_FAILED || options.isEmpty()) {
      return;
    }
    List<String> command = new ArrayList<String>();
    command.add(java.executable());
    command.addAll(options);
    command.add("-version");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
        throw new LaunchException(
            49,
            "CONFIG_INVALID: java does not start: "
                + firstLine(process)
                + " — "
                + VARIABLE
                + " — correct it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroy(); // one that waits for a debugger never ends
    }
  }

  private static String firstLine(Process process) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }
}
