package trainer.appmaster.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects samples that have a label in common. A number that is not finite is left out. */
final class Samples {
  private final List<Sample> all = new ArrayList<>();
  private final String label;
  private final String owner;

  /**
   * @param label the name of the common label
   * @param owner its value
   */
  Samples(String label, String owner) {
    this.label = label;
    this.owner = owner;
  }

  /**
   * Adds a sample.
   *
   * @param labels names and values of further labels, in turns
   */
  void add(Metric metric, double value, String... labels) {
    if (!Double.isFinite(value)) {
      return;
    }
    Map<String, String> named = new LinkedHashMap<>();
    named.put(label, owner);
    for (int i = 0; i < labels.length; i += 2) {
      named.put(labels[i], labels[i + 1]);
    }
    all.add(new Sample(metric, named, value));
  }

  /** Adds a whole number; it is exact up to 2^53. */
  void add(Metric metric, long value, String... labels) {
    add(metric, (double) value, labels);
  }

  /** Adds a time, given in epoch milliseconds, in seconds; none of an event that has not been. */
  void addTime(Metric metric, long at, String... labels) {
    if (at > 0) {
      add(metric, at / 1000.0, labels);
    }
  }

  List<Sample> all() {
    return List.copyOf(all);
  }
}
