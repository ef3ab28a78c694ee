package trainer.appmaster.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A value of a metric.
 *
 * @param labels by name, in order
 */
record Sample(Metric metric, Map<String, String> labels, double value) {
  Sample {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }
}
