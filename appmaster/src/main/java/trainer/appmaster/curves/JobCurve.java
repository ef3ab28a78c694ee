package trainer.appmaster.curves;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import trainer.core.fact.ResultFact;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

/**
 * Turns the views of a training job into points: {@code validation/<metric>} for each point of the
 * learning curve, {@code train/<metric>} of these and of versions some seconds apart, {@code
 * speed/records_per_second} of the latter. The step is the version. No step of a tag is repeated,
 * also not those that are recalled of earlier masters. After a rollback a restart precedes the
 * steps that come again.
 *
 * <p>Samples are taken every ten seconds; after every 1,000 of them half as often.
 */
public final class JobCurve {
  /** The beginning of tags of metrics of trained records. */
  public static final String TRAIN = "train/";

  /** The beginning of tags of metrics of held-out records. */
  public static final String VALIDATION = "validation/";

  private static final String SPEED = "speed/records_per_second";
  private static final long PERIOD_MILLIS = 10_000;
  private static final int SAMPLES_A_PERIOD = 1000;

  private long curveStep = -1;
  private long sampleStep = -1;
  private long samples;
  private long sampledAt;
  private long computed;

  /** Notes a restart of an earlier master. */
  public void recallRestart(long step) {
    curveStep = Math.min(curveStep, step - 1);
    sampleStep = Math.min(sampleStep, step - 1);
  }

  /** Notes a step whose held-out metrics an earlier master has reported. */
  public void recallValidation(long step) {
    curveStep = Math.max(curveStep, step);
  }

  /** Notes a step whose training metrics an earlier master has reported. */
  public void recallTraining(long step) {
    sampleStep = Math.max(sampleStep, step);
    samples++;
  }

  /**
   * The points that a view adds.
   *
   * @param now epoch milliseconds
   * @param isLast whether no later view will come
   */
  List<CurvePoint> of(JobView view, long now, boolean isLast) {
    List<CurvePoint> points = new ArrayList<>();
    JobView.Stop stop = view.lifecycle().stop();
    boolean isBest = stop != null && stop.isEarly(); // the later steps are of the training, too
    if (!isBest && view.version() < Math.max(curveStep, sampleStep)) {
      points.add(CurvePoint.restart(now, view.version() + 1));
      curveStep = Math.min(curveStep, view.version());
      sampleStep = Math.min(sampleStep, view.version());
    }
    JobView.Quality quality = view.results().quality();
    for (ResultFact.Scored point : quality.series()) {
      long version = point.version().number();
      if (version > curveStep && (isBest || version <= view.version())) {
        Map<String, Double> values = named(VALIDATION, quality.measures().of(point.heldOut()));
        if (version > sampleStep) {
          values.putAll(named(TRAIN, quality.measures().of(point.train())));
          sampleStep = version;
        }
        points.add(CurvePoint.numbers(point.at(), version, values));
        curveStep = version;
      }
    }
    if (view.version() > Math.max(0, sampleStep) && (isLast || isDue(now))) {
      points.add(CurvePoint.numbers(now, view.version(), sample(view, now)));
      sampleStep = view.version();
      samples++;
    }
    return points;
  }

  private boolean isDue(long now) {
    long doublings = Math.min(40, samples / SAMPLES_A_PERIOD);
    return sampledAt == 0 || now - sampledAt >= PERIOD_MILLIS << doublings;
  }

  private Map<String, Double> sample(JobView view, long now) {
    JobView.Quality quality = view.results().quality();
    Map<String, Double> values = named(TRAIN, quality.measures().of(quality.train()));
    long total = view.progress().recordsComputed();
    OptionalLong since = since(view);
    if (since.isPresent() && now > since.getAsLong()) {
      values.put(SPEED, (total - computed) * 1000.0 / (now - since.getAsLong()));
    }
    sampledAt = now;
    computed = total;
    return values;
  }

  /** The begin of the records counted; unknown in the first sample of a later master. */
  private OptionalLong since(JobView view) {
    if (sampledAt > 0) {
      return OptionalLong.of(sampledAt);
    }
    return view.recovery().masters().size() > 1
        ? OptionalLong.empty()
        : view.lifecycle().states().stream()
            .filter(entered -> entered.state() == JobState.RUNNING)
            .mapToLong(JobView.Entered::at)
            .findFirst();
  }

  private static Map<String, Double> named(String prefix, Map<String, Double> measures) {
    Map<String, Double> named = new LinkedHashMap<>();
    measures.forEach((name, value) -> named.put(prefix + name, value));
    return named;
  }
}
