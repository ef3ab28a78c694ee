package trainer.benchmarks.core;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import trainer.master.session.Action;

/**
 * The cost of handling events, by kind: their number, processor time, the longest, bytes allocated.
 * Other load on the machine does not count, except through the caches it uses.
 */
final class Meter {
  private static final class Cost {
    private long events;
    private long nanos;
    private long longest;
    private long bytes;
  }

  /** The time that a reading of the clock itself takes. */
  private static final long OVERHEAD = overhead();

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Map<String, Cost> costs = new LinkedHashMap<>();

  /** Measures the handling of one event; its actions determine its kind. */
  List<Action> measure(
      Supplier<List<Action>> handling, java.util.function.Function<List<Action>, String> kind) {
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long began = threads.getCurrentThreadCpuTime();
    List<Action> actions = handling.get();
    long nanos = Math.max(0, threads.getCurrentThreadCpuTime() - began - OVERHEAD);
    Cost cost = costs.computeIfAbsent(kind.apply(actions), key -> new Cost());
    cost.events++;
    cost.nanos += nanos;
    cost.longest = Math.max(cost.longest, nanos);
    cost.bytes += threads.getCurrentThreadAllocatedBytes() - bytes;
    return actions;
  }

  private static long overhead() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 100_000; i++) {
      long began = threads.getCurrentThreadCpuTime();
      least = Math.min(least, threads.getCurrentThreadCpuTime() - began);
    }
    return least;
  }

  void clear() {
    costs.clear();
  }

  long events() {
    return costs.values().stream().mapToLong(cost -> cost.events).sum();
  }

  long nanos() {
    return costs.values().stream().mapToLong(cost -> cost.nanos).sum();
  }

  long bytes() {
    return costs.values().stream().mapToLong(cost -> cost.bytes).sum();
  }

  /** A line for each kind. */
  String table() {
    StringBuilder table = new StringBuilder();
    costs.forEach(
        (kind, cost) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "  %-34s %,9d events  mean %,11.2f us  longest %,9.2f ms  %,12d B each%n",
                    kind,
                    cost.events,
                    cost.nanos / 1e3 / cost.events,
                    cost.longest / 1e6,
                    cost.bytes / cost.events)));
    return table.toString();
  }
}
