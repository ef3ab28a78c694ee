package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.job.Role;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;

class ShortReportTest {
  private static final int MOST_BYTES = 100_000;
  private static final long NOW = 100_000;

  /** The most elements that a list keeps. */
  private static final int MOST_KEPT = 50;

  /** The lists that are left out. */
  private static final Set<String> PROCESSES = Set.of("/workers", "/members", "/containers");

  /** The lists that grow neither with the processes nor with the time, and stay whole. */
  private static final Set<String> BOUNDED =
      Set.of("/states", "/waitingFor", "/tables", "/aggregates/counts/largest");

  private static JsonNode parse(String report) throws Exception {
    return new ObjectMapper().readTree(report);
  }

  @Test
  void aLargeJobHasAShortReport() throws Exception {
    JobView view = large();
    String whole = ReportJson.of(view, NOW);
    assertThat(parse(whole).path("members")).hasSize(1164);
    assertThat(parse(whole).path("containers")).hasSize(1164);
    assertThat(parse(whole).at("/tasks/todo").asInt() + parse(whole).at("/tasks/pending").asInt())
        .isEqualTo(100_000);

    String shortened = ReportJson.shorten(whole);

    assertThat(shortened.length()).isLessThan(MOST_BYTES);
    JsonNode report = parse(shortened);
    assertThat(lists(parse(whole), "")).containsKeys(PROCESSES.toArray(String[]::new));
    Map<String, ArrayNode> lists = lists(report, "");
    assertThat(lists).doesNotContainKeys(PROCESSES.toArray(String[]::new));
    assertThat(lists.values()).allMatch(list -> list.size() <= MOST_KEPT);
    assertThat(report.at("/workersWanted/there").asInt()).isEqualTo(1000);
    assertThat(report.at("/pservers/wanted").asInt()).isEqualTo(64);
  }

  /** A thousand workers, of which a hundred were replaced, 64 pservers, 100,000 tasks. */
  private static JobView large() {
    Map<String, String> settings =
        Map.of(
            "trainer.workers", "1000",
            "trainer.pservers", "64",
            "trainer.sync", "async",
            "trainer.task.blocks", "1");
    DrivenJob job = new DrivenJob(100_000, 0, settings).run();
    List<String> lost = job.containersOf(Role.WORKER).subList(0, 100);
    lost.forEach(job::breaks);
    job.pass(Duration.ofSeconds(2));
    lost.forEach(worker -> job.ends(worker, 137));
    return job.startReplacements().view();
  }

  @Test
  void aLongJobKeepsTheNewestOfEveryList() throws Exception {
    ObjectNode report = everyList();
    Map<String, ArrayNode> whole = lists(report, "");
    whole.forEach(
        (path, list) -> {
          if (!BOUNDED.contains(path)) {
            lengthen(list);
          }
        });

    JsonNode shortened = parse(ReportJson.shorten(report.toString()));

    assertThat(shortened.toPrettyString().length()).isLessThan(MOST_BYTES);
    whole.keySet().removeAll(PROCESSES);
    Map<String, ArrayNode> kept = lists(shortened, "");
    assertThat(kept).containsOnlyKeys(whole.keySet());
    kept.keySet().removeAll(BOUNDED);
    kept.forEach(
        (path, list) -> {
          assertThat(list.size()).as(path).isBetween(20, MOST_KEPT);
          assertThat(list.path(list.size() - 1).path("number").asInt()).as(path).isEqualTo(999);
        });
  }

  /** A report that has an element in every list. */
  private static ObjectNode everyList() throws Exception {
    ObjectNode report = (ObjectNode) parse(ReportJson.of(SampleViews.runningBsp(), NOW));
    for (JobView view : List.of(SampleViews.runningAsync(), SampleViews.exited())) {
      lists(parse(ReportJson.of(view, NOW)), "")
          .forEach(
              (path, list) -> {
                ArrayNode same = report.withArray(path);
                if (same.isEmpty()) {
                  same.addAll(list);
                }
              });
    }
    return report;
  }

  /** The lists of objects by their paths, without the lists within elements of lists. */
  private static Map<String, ArrayNode> lists(JsonNode node, String path) {
    Map<String, ArrayNode> lists = new TreeMap<>();
    if (node instanceof ArrayNode list && list.path(0).isObject()) {
      lists.put(path, list);
    }
    node.properties()
        .forEach(field -> lists.putAll(lists(field.getValue(), path + "/" + field.getKey())));
    return lists;
  }

  /** Repeats the first element a thousand times, each with its number. */
  private static void lengthen(ArrayNode list) {
    ObjectNode first = (ObjectNode) list.get(0);
    list.removeAll();
    for (int i = 0; i < 1000; i++) {
      list.add(first.deepCopy().put("number", i));
    }
  }

  @Test
  void aReportOfWhichOnlyTheStateIsKnownStaysAsItIs() throws Exception {
    String known = "{\"jobId\": \"application_1_0001.1\", \"state\": \"FAILED\", \"tasks\": null}";
    assertThat(parse(ReportJson.shorten(known))).isEqualTo(parse(known));
  }
}
