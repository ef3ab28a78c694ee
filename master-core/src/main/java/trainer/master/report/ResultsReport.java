package trainer.master.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.aggregate.TableSummary;
import trainer.core.fact.ResultFact;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.master.job.api.JobView;

/**
 * The quality and the content of the model, and the speed of its training.
 *
 * @param series the learning curve, the lowest version first
 * @param aggregates the numbers of each aggregation, and its rankings
 * @param tables the tables of the final version, in the order of their numbers
 * @param recordsPerSecond computed records, on the average of the training; null before it
 */
public record ResultsReport(
    Metrics metrics,
    List<Point> series,
    Map<String, Map<String, Object>> aggregates,
    List<Table> tables,
    ReportTimes seconds,
    Double recordsPerSecond) {
  private static final String RECORDS = "records";

  public ResultsReport {
    metrics = metrics == null ? new Metrics(Map.of(), Map.of()) : metrics;
    series = series == null ? List.of() : List.copyOf(series);
    seconds = seconds == null ? ReportTimes.NONE : seconds;
  }

  /** Metrics of the held-out records with the newest version that was scored, by name. */
  public Map<String, Number> newestValidation() {
    boolean isFinal = metrics.validation().containsKey(RECORDS) || series.isEmpty();
    return isFinal ? metrics.validation() : series.get(series.size() - 1).validation();
  }

  static ResultsReport of(JobView.Results results, JobView.Progress progress, ReportTimes times) {
    return of(results, points(results.quality(), 0), progress, times);
  }

  /** The report without the learning curve. */
  static ResultsReport withoutCurve(JobView view, long now) {
    return of(view.results(), List.of(), view.progress(), ReportTimes.of(view, now));
  }

  private static ResultsReport of(
      JobView.Results results, List<Point> curve, JobView.Progress progress, ReportTimes times) {
    Map<String, Map<String, Object>> aggregates = new LinkedHashMap<>();
    results.aggregates().forEach(one -> aggregates.put(one.name(), named(one)));
    return new ResultsReport(
        Metrics.of(results.quality()),
        curve,
        aggregates,
        results.tables().stream().map(Table::of).toList(),
        times,
        ReportJson.finite(progress.recordsComputed() / times.training()));
  }

  /** The points of the learning curve from this one on. */
  static List<Point> points(JobView.Quality quality, int from) {
    return quality.series().stream()
        .skip(from)
        .map(point -> Point.of(point, quality.measures()))
        .toList();
  }

  private static Map<String, Object> named(Aggregate aggregate) {
    Map<String, Object> named = new LinkedHashMap<>();
    aggregate.numbers().forEach((name, value) -> named.put(name, ReportJson.finite(value)));
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
    private static Metrics of(JobView.Quality quality) {
      Map<String, Number> held = heldOut(quality.measures(), quality.validation());
      return new Metrics(finite(quality.measures().of(quality.train())), held);
    }

    private static Map<String, Number> heldOut(Measures measures, EvaluationSummary scored) {
      Map<String, Number> held = finite(measures.of(scored));
      if (scored != null) {
        held.put(RECORDS, scored.metrics().records());
      }
      return held;
    }

    private static Map<String, Number> finite(Map<String, Double> measures) {
      Map<String, Number> finite = new LinkedHashMap<>();
      measures.forEach((name, value) -> finite.put(name, ReportJson.finite(value)));
      return finite;
    }
  }

  /**
   * A point of the learning curve.
   *
   * @param epoch the pass over the data, from 1
   * @param records of the epoch that were trained up to the version
   * @param at when its held-out records were scored, in milliseconds since 1970
   * @param train progressive metrics of these records: each is predicted before it is trained
   * @param validation metrics of the held-out records, with their number as {@code records}
   */
  public record Point(
      long version,
      int epoch,
      long records,
      long at,
      Map<String, Number> train,
      Map<String, Number> validation) {
    private static Point of(ResultFact.Scored point, Measures measures) {
      return new Point(
          point.version().number(),
          point.epoch(),
          point.train().records(),
          point.at(),
          Metrics.finite(measures.of(point.train())),
          Metrics.heldOut(measures, point.heldOut()));
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
