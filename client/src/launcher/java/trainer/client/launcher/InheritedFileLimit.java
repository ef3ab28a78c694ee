package trainer.client.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limit of open files that this process inherits from the shell, and all it starts from it. The
 * client's class path has more than 140 jars, each an open file: under a smaller limit Java ends
 * before any code of the client runs, with a trace that names no limit.
 */
final class InheritedFileLimit {
  private static final Path OF_THIS_PROCESS = Paths.get("/proc/self/limits");
  private static final Pattern LINE = Pattern.compile("(?m)^Max open files +(\\d{1,9}) ");
  private static final int LEAST = 256;
  private static final int CONFIG = 49;

  private InheritedFileLimit() {}

  /** Checks that of this process, where the system says it. */
  static void check() throws LaunchException {
    String limits;
    try {
      limits = new String(Files.readAllBytes(OF_THIS_PROCESS), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return; // not Linux
    }
    check(limits);
  }

  /**
   * Checks.
   *
   * @param limits the text of {@code /proc/self/limits}
   */
  static void check(String limits) throws LaunchException {
    Matcher line = LINE.matcher(limits);
    if (line.find() && Integer.parseInt(line.group(1)) < LEAST) {
      throw new LaunchException(
          CONFIG,
          "RESOURCE_TOO_LARGE: Trainer needs a limit of at least "
              + LEAST
              + " open files a process, and this shell's is "
              + line.group(1)
              + " — ulimit -n — raise it with ulimit -n 1024");
    }
  }
}
