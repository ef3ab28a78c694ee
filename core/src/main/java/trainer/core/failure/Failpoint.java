package trainer.core.failure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Named places where a test may end this process as {@code kill -9} would.
 *
 * <p>{@code -Dtrainer.failpoint=worker.afterPush:3} halts the process when {@code
 * hit("worker.afterPush")} is called for the third time (default the first); several are separated
 * by commas. With the property unset a hit costs one static field read. For tests only.
 */
public final class Failpoint {
  /** The exit status of a process ended here: that of SIGKILL. */
  public static final int EXIT_STATUS = 137;

  private static final Map<String, AtomicInteger> ARMED =
      parse(System.getProperty("trainer.failpoint", ""));

  private Failpoint() {}

  /** Ends the process if this point is armed and its count is reached. */
  public static void hit(String name) {
    if (ARMED.isEmpty()) {
      return;
    }
    AtomicInteger left = ARMED.get(name);
    if (left != null && left.decrementAndGet() == 0) {
      Runtime.getRuntime().halt(EXIT_STATUS);
    }
  }

  /**
   * Whether a test has named this point: what is needed to stand exactly there may be waited for.
   */
  public static boolean isArmed(String name) {
    return !ARMED.isEmpty() && ARMED.containsKey(name);
  }

  private static Map<String, AtomicInteger> parse(String spec) {
    Map<String, AtomicInteger> armed = new ConcurrentHashMap<>();
    for (String one : spec.split(",", -1)) {
      String point = one.strip();
      if (!point.isEmpty()) {
        int colon = point.lastIndexOf(':');
        String name = colon < 0 ? point : point.substring(0, colon);
        int count = colon < 0 ? 1 : Integer.parseInt(point.substring(colon + 1));
        armed.put(name, new AtomicInteger(count));
      }
    }
    return armed;
  }
}
