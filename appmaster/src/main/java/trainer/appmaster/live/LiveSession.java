package trainer.appmaster.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import trainer.master.job.api.JobView;
import trainer.master.report.SessionSections;
import trainer.master.session.api.SessionView;

/**
 * A session as its page shows it: its newest jobs, the workers of its pool with their jobs, and the
 * rows of each running job over time.
 *
 * <p>One thread samples; any thread reads.
 */
final class LiveSession {
  private static final int MOST_POINTS = 600;

  private final Sections sections;
  private final Series totals = new Series(MOST_POINTS);

  /**
   * @param feed a number that no other feed has
   */
  LiveSession(long feed) {
    this.sections = new Sections(feed);
  }

  /**
   * Takes the newest view.
   *
   * @param running the newest views of the jobs that are not over
   * @param now epoch milliseconds
   */
  synchronized void sample(SessionView session, List<JobView> running, long now) {
    sections.begin();
    SessionSections.of(session, running).forEach(sections::update);
    if (!session.isOver()) {
      totals.add(sections.sequence(), totals(session, running, now));
    }
  }

  synchronized boolean isSampled() {
    return sections.sequence() > 0;
  }

  private static JsonNode totals(SessionView session, List<JobView> running, long now) {
    ArrayNode point = JsonNodeFactory.instance.arrayNode();
    point.add(now);
    ObjectNode rows = point.addObject();
    running.forEach(view -> rows.put("" + view.id().number(), SessionSections.rows(session, view)));
    return point;
  }

  /** The changes after a mark. */
  synchronized ObjectNode since(Mark mark, long now) {
    long seen = sections.seen(mark);
    ObjectNode json = sections.since(seen, now);
    if (totals.isNewerThan(seen)) {
      json.set("totals", totals.since(seen));
    }
    return json;
  }
}
