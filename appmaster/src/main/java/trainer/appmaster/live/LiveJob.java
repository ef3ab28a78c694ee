package trainer.appmaster.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import trainer.core.message.TimeSpent;
import trainer.master.job.api.JobView;
import trainer.master.report.JobSections;

/**
 * A job as its page shows it: sections of its report, its course over time, and its events. A
 * reader names the newest change that it has seen, and gets the later ones.
 *
 * <p>One thread samples; any thread reads.
 */
final class LiveJob {
  private static final int MOST_POINTS = 600;

  private final Sections sections;
  private final Series curve = new Series(MOST_POINTS);
  private final Series totals = new Series(MOST_POINTS);
  private final EventLog events = new EventLog();
  private final MinibatchTimes times = new MinibatchTimes();
  private final HeatStrip heat = new HeatStrip();
  private int curvePoints;
  private JobView last;

  /**
   * @param feed a number that no other feed has
   */
  LiveJob(long feed) {
    this.sections = new Sections(feed);
  }

  /**
   * Takes the newest view.
   *
   * @param now epoch milliseconds
   */
  synchronized void sample(JobView view, long now) {
    sections.begin();
    long sequence = sections.sequence();
    JobSections.of(view, now).forEach(sections::update);
    EventFinder.between(last, view, now).forEach(event -> events.add(sequence, event));
    sampleCurve(view, sequence);
    last = view;
    if (!view.state().isEnd()) {
      totals.add(sequence, totals(view, now));
      sections.update("minibatch", times.sample(view));
      heat.sample(sequence, view, now);
    }
    sections.update("activity", JsonNodeFactory.instance.textNode(Activity.of(view, now)));
  }

  private void sampleCurve(JobView view, long sequence) {
    int points = view.results().quality().series().size();
    if (points < curvePoints) {
      curve.clear(sequence); // the model went back, and its curve with it
      curvePoints = 0;
    }
    JobSections.curve(view, curvePoints).forEach(point -> curve.add(sequence, point));
    curvePoints = points;
  }

  /** Totals at a time; the page draws the rates between them. */
  private static JsonNode totals(JobView view, long now) {
    ArrayNode point = JsonNodeFactory.instance.arrayNode();
    point.add(now);
    point.add(view.progress().recordsComputed());
    point.add(view.version());
    point.add(view.processes().workers().there());
    TimeSpent spent = MinibatchTimes.ofWorkers(view);
    point.add(spent.finished());
    MinibatchTimes.OF_WORKERS.forEach(phase -> point.add(spent.in(phase) / 1_000_000));
    return point;
  }

  /** The changes after a mark, all for a reader with a mark of another feed. */
  synchronized ObjectNode since(Mark mark, long now) {
    long seen = sections.seen(mark);
    ObjectNode json = sections.since(seen, now);
    if (curve.isNewerThan(seen)) {
      json.set("curve", curve.since(seen));
    }
    if (totals.isNewerThan(seen)) {
      json.set("totals", totals.since(seen));
    }
    if (heat.isNewerThan(seen)) {
      json.set("heat", heat.since(seen));
    }
    if (events.isNewerThan(seen)) {
      json.set("events", events.since(seen));
    }
    return json;
  }
}
