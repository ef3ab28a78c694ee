package trainer.testkit;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The number of times that each kind of fault hit each step of the protocol, over many histories.
 */
public final class FaultTable {
  private final Map<String, Map<String, Integer>> hits = new TreeMap<>();

  public void hit(String fault, String step) {
    hits.computeIfAbsent(fault, name -> new TreeMap<>()).merge(step, 1, Integer::sum);
  }

  /** The number of hits of a kind of fault. */
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

  /** One line a fault: its hits in all, and those of each step, the most frequent first. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    hits.forEach(
        (fault, steps) -> {
          text.append(String.format(Locale.ROOT, "%-18s %6d:", fault, of(fault)));
          steps.entrySet().stream()
              .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
              .forEach(
                  step ->
                      text.append(' ')
                          .append(step.getKey())
                          .append(' ')
                          .append(step.getValue())
                          .append(','));
          text.setLength(text.length() - 1);
          text.append('\n');
        });
    return text.toString();
  }
}
