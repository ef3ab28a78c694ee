package trainer.testkit;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** How often each kind of fault hit each step of the protocol, over many histories. */
public final class FaultTable {
  private final Map<String, Map<String, Integer>> hits = new TreeMap<>();

  public void hit(String fault, String step) {
    hits.computeIfAbsent(fault, name -> new TreeMap<>()).merge(step, 1, Integer::sum);
  }

  /** How often a kind of fault hit anything. */
  public int of(String fault) {
    return hits.getOrDefault(fault, Map.of()).values().stream().mapToInt(Integer::intValue).sum();
  }

  public void add(FaultTable other) {
    other.hits.forEach(
        (fault, steps) ->
            steps.forEach(
                (step, count) ->
                    hits.computeIfAbsent(fault, name -> new TreeMap<>())
                        .merge(step, count, Integer::sum)));
  }

  /** One line a fault, one column a step. */
  @Override
  public String toString() {
    TreeSet<String> steps = new TreeSet<>();
    hits.values().forEach(of -> steps.addAll(of.keySet()));
    StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-22s", "fault \\ step"));
    steps.forEach(step -> text.append(String.format(Locale.ROOT, " %12s", step)));
    text.append('\n');
    hits.forEach(
        (fault, of) -> {
          text.append(String.format(Locale.ROOT, "%-22s", fault));
          steps.forEach(
              step -> text.append(String.format(Locale.ROOT, " %12d", of.getOrDefault(step, 0))));
          text.append('\n');
        });
    return text.toString();
  }
}
