package trainer.appmaster.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Samples as one record of Hadoop's metrics2, and so as the attributes of one JMX bean. The name of
 * an attribute holds the values of the labels: {@code trainer_members{role="worker",state="live"}}
 * is {@code MembersWorkerLive}. The labels of the job are tags.
 */
final class HadoopSource implements MetricsSource {
  private static final String PREFIX = "trainer_";
  private static final String COUNTED = "_total";

  /** Labels that every sample of the record has in common. */
  private static final Set<String> COMMON = Set.of("job", "session");

  private final String record;
  private final Supplier<List<Sample>> samples;

  /**
   * @param record the name of the record
   * @param samples read whenever a sink or JMX asks; no record while they are empty
   */
  HadoopSource(String record, Supplier<List<Sample>> samples) {
    this.record = record;
    this.samples = samples;
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    List<Sample> newest = samples.get();
    if (newest.isEmpty()) {
      return;
    }
    MetricsRecordBuilder builder = collector.addRecord(record).setContext("trainer");
    newest
        .get(0)
        .labels()
        .forEach((name, value) -> builder.tag(info(camelCase(name), "label " + name), value));
    newest.stream()
        .filter(sample -> sample.metric() != Metric.JOB_INFO)
        .forEach(sample -> add(builder, sample));
  }

  private static void add(MetricsRecordBuilder builder, Sample sample) {
    MetricsInfo named = info(name(sample), sample.metric().help());
    if (sample.metric().isCounter()) {
      builder.addCounter(named, (long) sample.value());
    } else {
      builder.addGauge(named, sample.value());
    }
  }

  private static MetricsInfo info(String name, String description) {
    return Interns.info(name, description);
  }

  static String name(Sample sample) {
    String metric = sample.metric().text().substring(PREFIX.length());
    StringBuilder name =
        new StringBuilder(
            camelCase(
                sample.metric().isCounter()
                    ? metric.substring(0, metric.length() - COUNTED.length())
                    : metric));
    for (Map.Entry<String, String> label : sample.labels().entrySet()) {
      if (!COMMON.contains(label.getKey())) {
        name.append(camelCase(label.getValue()));
      }
    }
    return name.toString();
  }

  /** {@code NodeLost} of {@code node_lost}, {@code Running} of {@code RUNNING}. */
  private static String camelCase(String text) {
    boolean isAllUpper = text.equals(text.toUpperCase(Locale.ROOT));
    StringBuilder name = new StringBuilder();
    for (String word : (isAllUpper ? text.toLowerCase(Locale.ROOT) : text).split("_", -1)) {
      if (!word.isEmpty()) {
        name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
      }
    }
    return name.toString().replace('.', '_');
  }
}
