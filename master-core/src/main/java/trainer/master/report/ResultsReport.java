package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.aggregate.TableSummary;
import trainer.master.job.api.JobView;

/**
 * The quality and the content of the model, and the speed of its training.
 *
 * @param aggregates the numbers of each aggregation, and its rankings
 * @param tables the tables of the final version, in the order of their numbers
 * @param recordsPerSecond computed records, on the average of the training; null before it
 */
public record ResultsReport(
    Metrics metrics,
    Map<String, Map<String, Object>> aggregates,
    List<Table> tables,
    ReportTimes seconds,
    Double recordsPerSecond) {
  public ResultsReport {
    metrics = metrics == null ? new Metrics(Map.of(), Map.of()) : metrics;
    seconds = seconds == null ? ReportTimes.NONE : seconds;
  }

  static ResultsReport of(JobView.Results results, JobView.Progress progress, ReportTimes times) {
    Map<String, Map<String, Object>> aggregates = new LinkedHashMap<>();
    results.aggregates().forEach(one -> aggregates.put(one.name(), named(one)));
    return new ResultsReport(
        Metrics.of(results),
        aggregates,
        results.tables().stream().map(Table::of).toList(),
        times,
        ReportJson.finite(progress.recordsComputed() / times.training()));
  }

  private static Map<String, Object> named(Aggregate aggregate) {
    Map<String, Object> named = new LinkedHashMap<>(aggregate.numbers());
    aggregate
        .rankings()
        .forEach((name, kept) -> named.put(name, kept.stream().map(Place::of).toList()));
    return named;
  }

  /**
   * Metrics by their names, null where there is no record yet. The loss is the first.
   *
   * @param validation of held-out records, with their number as {@code records}
   */
  public record Metrics(Map<String, Number> train, Map<String, Number> validation) {
    private static Metrics of(JobView.Results results) {
      Map<String, Number> held = finite(results.measures().of(results.validation()));
      if (results.validation() != null) {
        held.put("records", results.validation().metrics().records());
      }
      return new Metrics(finite(results.measures().of(results.train())), held);
    }

    private static Map<String, Number> finite(Map<String, Double> measures) {
      Map<String, Number> finite = new LinkedHashMap<>();
      measures.forEach((name, value) -> finite.put(name, ReportJson.finite(value)));
      return finite;
    }
  }

  /**
   * A number in a ranking, and its place.
   *
   * @param key of the row: an unsigned 64-bit number, hence a text
   * @param index the position in the row
   */
  public record Place(String key, int index, double value) {
    private static Place of(Ranked one) {
      return new Place(Long.toUnsignedString(one.key()), one.index(), one.value());
    }
  }

  /** A summary of a table, as {@link TableSummary}. */
  public record Table(@JsonUnwrapped Rows rows, @JsonUnwrapped Weights weights) {
    private static Table of(TableSummary table) {
      TableSummary.Statistics weights = table.weights();
      return new Table(
          new Rows(table.table(), table.rows(), table.nonZeros()),
          new Weights(
              weights.l1(),
              weights.l2(),
              ReportJson.finite(weights.min()),
              ReportJson.finite(weights.max()),
              ReportJson.finite(weights.mean()),
              table.largest().stream().map(Weight::of).toList()));
    }
  }

  /** The size of a table: rows that differ from their initial values, and weights of theirs. */
  public record Rows(String name, long rows, long nonZeros) {}

  /** Statistics of the weights of these rows; null of no row. */
  public record Weights(
      double l1, double l2, Double min, Double max, Double mean, List<Weight> largest) {}

  /** A weight, and its place as in {@link Place}. */
  public record Weight(String key, int index, double weight) {
    private static Weight of(Ranked one) {
      return new Weight(Long.toUnsignedString(one.key()), one.index(), one.value());
    }
  }
}
