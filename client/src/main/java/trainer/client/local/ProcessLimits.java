package trainer.client.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The check that the limits inherited from the shell are large enough. With smaller limits
 * processes would fail later, with errors that name no limit: a library does not load, a thread
 * does not start, a model is not written. The launcher checks the limit of open files, which the
 * client itself needs.
 */
public final class ProcessLimits {
  private static final Path OF_THIS_PROCESS = Path.of("/proc/self/limits");

  private record Least(String name, String command, long least, String unit) {}

  private static final List<Least> LEAST =
      List.of(
          new Least("Max processes", "ulimit -u", 150, "processes and threads"),
          new Least("Max file size", "ulimit -f", 1L << 30, "bytes"),
          new Least("Max address space", "ulimit -v", 4L << 30, "bytes"));

  private ProcessLimits() {}

  /**
   * Checks the limits of this process, if the system shows them.
   *
   * @throws FailureException RESOURCE_TOO_LARGE naming the limit
   */
  public static void check() {
    try {
      check(Files.readString(OF_THIS_PROCESS));
    } catch (IOException e) {
      return; // not Linux
    }
  }

  /**
   * Checks limits.
   *
   * @param limits the text of {@code /proc/self/limits}
   * @throws FailureException RESOURCE_TOO_LARGE naming the limit
   */
  static void check(String limits) {
    for (Least one : LEAST) {
      Matcher line = Pattern.compile("(?m)^" + one.name() + " +(\\d+) ").matcher(limits);
      if (line.find() && Long.parseLong(line.group(1)) < one.least()) {
        throw new FailureException(
            FailureKind.RESOURCE_TOO_LARGE,
            String.format(
                Locale.ROOT,
                "a local run needs a limit of at least %,d %s a process, and this shell's is %,d",
                one.least(),
                one.unit(),
                Long.parseLong(line.group(1))),
            one.command(),
            "raise it with "
                + one.command()
                + " unlimited, or a number; or set trainer.overcommit=true");
      }
    }
  }
}
