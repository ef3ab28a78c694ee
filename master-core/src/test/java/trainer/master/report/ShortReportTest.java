package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.job.Role;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;

class ShortReportTest {
  private static final int MOST_BYTES = 100_000;
  private static final long NOW = 100_000;

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
    for (String list : List.of("workers", "members", "containers")) {
      assertThat(report.has(list)).as(list).isFalse();
    }
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
    ObjectNode report = (ObjectNode) parse(ReportJson.of(SampleViews.runningBsp(), NOW));
    JsonNode queues = parse(ReportJson.of(SampleViews.runningAsync(), NOW));
    ((ArrayNode) report.at("/tasks/discards")).addAll((ArrayNode) queues.at("/tasks/discards"));
    report.set("series", queues.path("series"));
    Map<String, Integer> kept =
        Map.of(
            "/perEpoch", 50,
            "/series", 50,
            "/tasks/hands", 20,
            "/tasks/discards", 20,
            "/checkpoints", 20,
            "/pservers/moves", 20,
            "/blacklist", 20,
            "/survived", 20,
            "/masters", 20);
    for (String list : kept.keySet()) {
      lengthen((ArrayNode) report.at(list));
    }

    JsonNode shortened = parse(ReportJson.shorten(report.toString()));

    assertThat(shortened.toPrettyString().length()).isLessThan(MOST_BYTES);
    kept.forEach(
        (list, most) -> {
          assertThat(shortened.at(list)).as(list).hasSize(most);
          assertThat(shortened.at(list).path(most - 1).path("number").asInt()).isEqualTo(999);
        });
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
