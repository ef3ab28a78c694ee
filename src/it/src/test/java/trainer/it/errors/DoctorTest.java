package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;

/** {@code trainer doctor} with the packaged jar, on a cluster and on this machine. */
class DoctorTest {
  private static final int CHECKS = 17;

  @TempDir private static Path folder;
  private static SharedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new SharedCluster(folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private record Line(String state, String found, String mend) {}

  @Test
  void nothingFailsWhereAJobRunsAndNothingIsLeft() throws Exception {
    Set<String> before = cluster.contents();
    TrainerClient.Result result = examine("alice").ok();
    assertThat(cluster.contents()).isEqualTo(before);
    assertThat(result.json().get("cluster").asBoolean()).isTrue();
    assertThat(result.json().get("good").asBoolean()).isTrue();
    Map<String, Line> lines = lines(result);
    assertThat(lines).hasSize(CHECKS);
    assertThat(lines.values()).noneMatch(line -> line.state().equals("fail"));
    for (String check :
        List.of("file-system", "home", "job-folder", "bundle", "queue", "nodes", "room")) {
      assertThat(lines.get(check).state()).as(check).isEqualTo("ok");
    }
    assertThat(lines.get("credentials").found()).endsWith("you are alice");
  }

  @Test
  void printsALineForEachCheck() throws Exception {
    TrainerClient.Result result = run("alice", "doctor", "-conf", cluster.site().toString());
    assertThat(result.ok().out().lines())
        .hasSize(CHECKS)
        .allMatch(line -> line.matches("(ok  |warn)  [a-z-]+ +[^ ].*"))
        .contains("ok    queue             default is running, and you may submit to it");
  }

  @Test
  void unknownQueueFailsAndWhatNeedsItIsNotChecked() throws Exception {
    Map<String, Line> lines = failed(examine("alice", "-Dtrainer.queue=nope"), "queue");
    assertThat(lines.get("queue"))
        .isEqualTo(
            new Line(
                "fail",
                "there is no queue nope (trainer.queue)",
                "give one of [default, full, stopped]"));
    assertThat(lines.get("room"))
        .isEqualTo(new Line("warn", "not checked: it needs queue", "mend that first"));
    assertThat(lines.get("nodes").state()).isEqualTo("ok");
  }

  @Test
  void stoppedQueueFails() throws Exception {
    Map<String, Line> lines = failed(examine("alice", "-Dtrainer.queue=stopped"), "queue");
    assertThat(lines.get("queue").found())
        .isEqualTo("queue stopped is STOPPED and takes no jobs (trainer.queue)");
  }

  @Test
  void queueOfOthersFails() throws Exception {
    Map<String, Line> lines = failed(examine("mallory"), "queue");
    assertThat(lines.get("queue").found()).startsWith("you may not submit to queue default");
  }

  @Test
  void jobFolderWithoutRightsFails() throws Exception {
    Map<String, Line> lines =
        failed(examine("alice", "-Dtrainer.job.dir=/data/jobs"), "job-folder");
    assertThat(lines.get("job-folder").found()).contains("/data/jobs");
    assertThat(lines.get("job-folder").mend()).isEqualTo("ask for permission");
    assertThat(lines.get("space").found()).isEqualTo("not checked: it needs job-folder");
  }

  @Test
  void bundleFolderWithoutRightsFails() throws Exception {
    Map<String, Line> lines = failed(examine("alice", "-Dtrainer.bundle.dir=/data/b"), "home");
    assertThat(lines.get("home").mend()).contains("trainer.bundle.dir");
  }

  @Test
  void containerLargerThanAnyFails() throws Exception {
    Map<String, Line> lines = failed(examine("alice", "-Dtrainer.worker.memory-mb=500000"), "room");
    assertThat(lines.get("room").found()).contains("500000 MB a container");
    assertThat(lines.get("room").mend()).startsWith("set it to ");
  }

  @Test
  void silentResourceManagerFailsAndTheFileSystemIsChecked() throws Exception {
    Map<String, Line> lines =
        failed(
            examine(
                "alice",
                "-Dyarn.resourcemanager.address=localhost:1",
                "-Dyarn.resourcemanager.webapp.address=localhost:1"),
            "resource-manager");
    assertThat(lines.get("job-folder").state()).isEqualTo("ok");
    assertThat(lines.get("queue").found()).isEqualTo("not checked: it needs resource-manager");
    assertThat(lines.get("room").found()).isEqualTo("not checked: it needs queue");
  }

  @Test
  void unknownKeyIsTheLineOfTheConfiguration() throws Exception {
    Map<String, Line> lines = failed(examine("alice", "-Dtrainer.quue=x"), "configuration");
    assertThat(lines.get("configuration").found()).contains("trainer.quue");
  }

  @Test
  void withoutAClusterThisMachineIsChecked() throws Exception {
    TrainerClient.Result result = run("alice", "doctor", "--json").ok();
    assertThat(result.json().get("cluster").asBoolean()).isFalse();
    assertThat(lines(result).keySet())
        .containsExactly("configuration", "java", "machine", "job-folder", "space");
    assertThat(result.home().resolve(".trainer/jobs")).doesNotExist();
  }

  private static TrainerClient.Result examine(String user, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(List.of("doctor", "--json", "-conf", cluster.site().toString()));
    args.addAll(Arrays.asList(more));
    return run(user, args.toArray(new String[0]));
  }

  private static TrainerClient.Result run(String user, String... args) throws Exception {
    Path home = Files.createTempDirectory(folder, "home");
    return new TrainerClient(home).with(Map.of("HADOOP_USER_NAME", user)).run(args);
  }

  /** The lines by their checks, of which this one alone has failed. */
  private static Map<String, Line> failed(TrainerClient.Result result, String check) {
    assertThat(result.exitCode()).as(result.told()).isEqualTo(1);
    assertThat(result.json().get("good").asBoolean()).isFalse();
    Map<String, Line> lines = lines(result);
    lines.forEach(
        (name, line) ->
            assertThat(line.state().equals("fail"))
                .as(name + ": " + line)
                .isEqualTo(name.equals(check)));
    return lines;
  }

  private static Map<String, Line> lines(TrainerClient.Result result) {
    Map<String, Line> lines = new LinkedHashMap<>();
    for (JsonNode one : result.json().get("checks")) {
      lines.put(
          one.get("check").asText(),
          new Line(one.get("state").asText(), one.get("found").asText(), one.get("mend").asText()));
    }
    return lines;
  }
}
