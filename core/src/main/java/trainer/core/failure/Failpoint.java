package trainer.core.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Named places where a test may end this process as {@code kill -9} would. For tests only.
 *
 * <p>{@code -Dtrainer.failpoint=worker.afterPush:3} halts the process when {@code
 * hit("worker.afterPush")} is called for the third time (default the first). Several points are
 * separated by commas. With {@code @/folder} behind a point, only one process on this machine is
 * ever halted there: a later one, such as the next master, finds the point's name in that folder.
 * With the property unset a hit costs one static field read.
 */
public final class Failpoint {
  /** The exit status of a process ended here: that of SIGKILL. */
  public static final int EXIT_STATUS = 137;

  /** A point, with the number of passes left, and the folder that records the hit. */
  private record Armed(AtomicInteger left, Path folder) {}

  private static final Map<String, Armed> ARMED =
      parse(System.getProperty("trainer.failpoint", ""));

  private Failpoint() {}

  /** Ends the process if this point is armed and its count is reached. */
  public static void hit(String name) {
    if (ARMED.isEmpty()) {
      return;
    }
    Armed point = ARMED.get(name);
    if (point != null && point.left.decrementAndGet() == 0 && isFirst(name, point.folder)) {
      Runtime.getRuntime().halt(EXIT_STATUS);
    }
  }

  /** Whether any point is armed; otherwise the work of computing a point's name can be skipped. */
  public static boolean isAnyArmed() {
    return !ARMED.isEmpty();
  }

  /**
   * Whether a test has named this point; the caller may then wait for the conditions of the test.
   */
  public static boolean isArmed(String name) {
    return !ARMED.isEmpty() && ARMED.containsKey(name);
  }

  private static boolean isFirst(String name, Path folder) {
    if (folder == null) {
      return true;
    }
    try {
      Files.createFile(folder.resolve(name));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static Map<String, Armed> parse(String spec) {
    Map<String, Armed> armed = new ConcurrentHashMap<>();
    for (String one : spec.split(",", -1)) {
      String text = one.strip();
      if (!text.isEmpty()) {
        int at = text.indexOf('@');
        String point = at < 0 ? text : text.substring(0, at);
        int colon = point.lastIndexOf(':');
        String name = colon < 0 ? point : point.substring(0, colon);
        int count = colon < 0 ? 1 : Integer.parseInt(point.substring(colon + 1));
        Path folder = at < 0 ? null : Path.of(text.substring(at + 1));
        armed.put(name, new Armed(new AtomicInteger(count), folder));
      }
    }
    return armed;
  }
}
