package trainer.master.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.master.job.api.JobView;
import trainer.master.pool.PoolView;
import trainer.master.session.api.SessionView;

/**
 * The report of a session in sections, for readers that want what has changed. It holds the newest
 * jobs, all that run, and some workers of the pool.
 */
public final class SessionSections {
  private static final int ENDED = 50;
  private static final int WORKERS = 200;

  private SessionSections() {}

  /** The sections by name: {@code session}, {@code jobs} and {@code workers}. */
  public static Map<String, JsonNode> of(SessionView session, List<JobView> running) {
    ObjectNode whole = ReportJson.tree(SessionReport.of(session, running));
    JsonNode jobs = whole.remove("jobs");
    whole.put("jobsInAll", jobs.size());
    whole.put("wanted", session.pool() == null ? 0 : session.pool().wanted());
    Map<String, JsonNode> sections = new LinkedHashMap<>();
    sections.put("session", whole);
    sections.put("jobs", shown(jobs));
    sections.put("workers", workers(session.pool()));
    return sections;
  }

  /** The rows that a job has computed. */
  public static long rows(SessionView session, JobView view) {
    PoolView.Job pooled = session.pool() == null ? null : session.pool().jobs().get(view.id());
    long computed = view.progress().recordsComputed();
    return pooled == null ? computed : Math.max(pooled.rows(), computed);
  }

  private static ArrayNode shown(JsonNode jobs) {
    ArrayNode shown = JsonNodeFactory.instance.arrayNode();
    int ended = 0;
    for (int i = jobs.size() - 1; i >= 0; i--) {
      JsonNode job = jobs.get(i);
      if (job.path("endedAt").isNull() || ended++ < ENDED) {
        shown.insert(0, job);
      }
    }
    return shown;
  }

  private static ArrayNode workers(PoolView pool) {
    ArrayNode workers = JsonNodeFactory.instance.arrayNode();
    if (pool == null) {
      return workers;
    }
    for (PoolView.Worker one : pool.workers().stream().limit(WORKERS).toList()) {
      ObjectNode worker = workers.addObject();
      worker.put("container", one.container());
      worker.put("host", one.host());
      ArrayNode serves = worker.putArray("serves");
      one.serves().stream().map(JobId::number).forEach(serves::add);
      ArrayNode loads = worker.putArray("loads");
      one.loads().stream().map(JobId::number).forEach(loads::add);
    }
    return workers;
  }
}
