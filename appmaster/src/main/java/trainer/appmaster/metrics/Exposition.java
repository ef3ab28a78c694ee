package trainer.appmaster.metrics;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.appmaster.loop.LatestViews;
import trainer.master.job.api.JobView;

/**
 * Metrics as text for a scrape: the text format of Prometheus, version 0.0.4, or OpenMetrics 1.0.0.
 * They differ in the name that describes a counter, and in the last line.
 */
public enum Exposition {
  PROMETHEUS("text/plain; version=0.0.4; charset=utf-8", "_total", ""),
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8", "", "# EOF\n");

  private static final String COUNTED = "_total";

  private final String contentType;
  private final String suffix;
  private final String end;

  /**
   * @param suffix of a counter's name in the lines that describe it
   */
  Exposition(String contentType, String suffix, String end) {
    this.contentType = contentType;
    this.suffix = suffix;
    this.end = end;
  }

  /**
   * The format for a request.
   *
   * @param accepted the header {@code Accept}; null without one
   */
  public static Exposition accepted(String accepted) {
    return accepted != null && accepted.contains("application/openmetrics-text")
        ? OPEN_METRICS
        : PROMETHEUS;
  }

  /** The value of the header {@code Content-Type}. */
  public String contentType() {
    return contentType;
  }

  /** The metrics of a master; at most 500 series. */
  public String of(LatestViews views) {
    return text(MasterMetrics.of(views));
  }

  /** The metrics of one job. */
  public String of(JobView job) {
    return text(JobMetrics.of(job));
  }

  String text(List<Sample> samples) {
    Map<Metric, List<Sample>> byMetric =
        samples.stream()
            .collect(
                Collectors.groupingBy(
                    Sample::metric, () -> new EnumMap<>(Metric.class), Collectors.toList()));
    StringBuilder text = new StringBuilder(100 * samples.size());
    byMetric.forEach(
        (metric, values) -> {
          String name = described(metric);
          text.append("# HELP ").append(name).append(' ').append(metric.help()).append('\n');
          text.append("# TYPE ")
              .append(name)
              .append(metric.isCounter() ? " counter\n" : " gauge\n");
          values.forEach(value -> append(text, value));
        });
    return text.append(end).toString();
  }

  private String described(Metric metric) {
    String name = metric.text();
    return metric.isCounter() ? name.substring(0, name.length() - COUNTED.length()) + suffix : name;
  }

  private static void append(StringBuilder text, Sample sample) {
    text.append(sample.metric().text()).append('{');
    String separator = "";
    for (Map.Entry<String, String> label : sample.labels().entrySet()) {
      text.append(separator).append(label.getKey()).append("=\"");
      text.append(escaped(label.getValue())).append('"');
      separator = ",";
    }
    text.append("} ").append(number(sample.value())).append('\n');
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  private static String number(double value) {
    long whole = (long) value;
    return whole == value ? Long.toString(whole) : Double.toString(value);
  }
}
