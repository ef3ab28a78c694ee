package trainer.master.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/**
 * The report of a job in sections, each with fields of {@code report.json}, for readers that want
 * what has changed. Long lists are left out or cut: members, containers, tasks and the learning
 * curve are read on their own.
 */
public final class JobSections {
  private static final int TASKS = 20;
  private static final int EPOCHS = 100;

  private JobSections() {}

  /** The sections by name, as JSON objects. */
  public static Map<String, JsonNode> of(JobView view, long now) {
    Map<String, JsonNode> sections = new LinkedHashMap<>();
    sections.put("identity", ReportJson.tree(JobReport.Identity.of(view)));
    sections.put("lifecycle", ReportJson.tree(LifecycleReport.of(view)));
    sections.put("progress", cut(ReportJson.tree(ProgressReport.of(view)), "perEpoch", EPOCHS));
    sections.put("synchronisation", synchronisation(view));
    sections.put("work", ReportJson.tree(WorkReport.of(view)));
    sections.put("results", ReportJson.tree(ResultsReport.withoutCurve(view, now)));
    sections.put("processes", processes(view.processes()));
    sections.put("incidents", ReportJson.tree(JobReport.Incidents.of(view)));
    return sections;
  }

  /** The points of the learning curve from this one on, as JSON objects. */
  public static List<ObjectNode> curve(JobView view, int from) {
    return ResultsReport.points(view.results().quality(), from).stream()
        .map(ReportJson::tree)
        .toList();
  }

  private static ObjectNode synchronisation(JobView view) {
    ObjectNode json = ReportJson.tree(SynchronisationReport.of(view));
    if (json.get("tasks") instanceof ObjectNode tasks) {
      cut(tasks, "hands", TASKS);
      cut(tasks, "discards", TASKS);
    }
    return json;
  }

  /** The newest elements of a list, which is a field of this object. */
  static ObjectNode cut(ObjectNode json, String field, int most) {
    JsonNode list = json.path(field);
    if (list.size() > most) {
      List<JsonNode> newest = new ArrayList<>();
      list.forEach(newest::add);
      json.putArray(field).addAll(newest.subList(newest.size() - most, newest.size()));
    }
    return json;
  }

  private static ObjectNode processes(ProcessesView processes) {
    ObjectNode json = ReportJson.tree(ProcessesReport.withoutLists(processes));
    json.remove(List.of("workers", "members", "containers"));
    Map<String, Map<String, Integer>> counts = new TreeMap<>();
    for (ProcessesView.Member one : processes.members()) {
      counts
          .computeIfAbsent(one.role().word(), role -> new TreeMap<>())
          .merge(one.state(), 1, Integer::sum);
    }
    ObjectNode byRole = json.putObject("counts");
    counts.forEach(
        (role, states) -> {
          ObjectNode byState = byRole.putObject(role);
          states.forEach(byState::put);
        });
    return json;
  }
}
