package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.embedded.EmbeddedCluster;
import trainer.testkit.CompiledJar;

/** Jobs of one session: neither ends the other, and each gives what it gives alone. */
class JobsOfASessionTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Path EXAMPLE =
      Path.of("../../docs/examples/cautious-logistic/src/com/example/CautiousLogistic.java");

  @TempDir private static Path home;
  private static EmbeddedCluster cluster;
  private static TrainerClient client;
  private static UnhurriedModel unhurried;
  private static Path sleeping;
  private static String modelId;
  private static String scoreId;

  @BeforeAll
  static void trainsAlone() throws Exception {
    TrainerClient alone = new TrainerClient(home);
    alone.run("generate", "--kind", "clicks", "--records", "5000", "--output", uri("data")).ok();
    unhurried = new UnhurriedModel(home);
    modelId = run(alone, "submit", "--master", "local", training("alone")).path("modelId").asText();
    try (InputStream source = JobsOfASessionTest.class.getResourceAsStream("Sleeping.txt")) {
      String text = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      sleeping = CompiledJar.of(home.resolve("sleeping.jar"), Map.of("com.example.Sleeping", text));
    }
    for (String model : List.of("slow 4000", "fast 2000")) {
      run(
          alone,
          "submit --master local --model com.example.Sleeping --jars " + sleeping,
          "--input " + uri("data") + " --output " + uri(model.split(" ", -1)[0]),
          "-Dtrainer.model.args.micros=" + model.split(" ", -1)[1]);
    }
    scoreId =
        run(
                alone,
                "score --master local --workers 3 -Dtrainer.overcommit=true",
                scoring("fast", "scored-alone"))
            .at("/scores/scoreId")
            .asText();
    cluster = EmbeddedCluster.start(new Configuration(), EmbeddedCluster.NODES);
    Path conf = Files.createDirectory(home.resolve("conf"));
    for (String site : List.of("core-site.xml", "yarn-site.xml")) {
      try (OutputStream out = Files.newOutputStream(conf.resolve(site))) {
        cluster.configuration().writeXml(out);
      }
    }
    client = alone.with(Map.of("HADOOP_CONF_DIR", conf.toString()));
  }

  @AfterAll
  static void stopsTheCluster() {
    cluster.close();
  }

  private static String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  /** The options of a job that trains the unhurried model. */
  private static String training(String output) {
    List<String> options =
        new ArrayList<>(List.of("--input", uri("data"), "--output", uri(output), "--epochs", "30"));
    options.addAll(unhurried.options());
    options.addAll(TrainerClient.UNHURRIED);
    options.addAll(List.of("-Dtrainer.block.records=250", "-Dtrainer.minibatch.blocks=4"));
    return String.join(" ", options);
  }

  /** The options of a job that scores with one of two models, which are the same but for time. */
  private static String scoring(String model, String output) {
    return String.format(
        "--model %s --jars %s --input %s --output %s -Dtrainer.block.records=50",
        uri(model), sleeping, uri("data"), uri(output));
  }

  private static JsonNode run(TrainerClient client, String... words) throws Exception {
    return client
        .run(
            Stream.concat(
                    Arrays.stream(words).flatMap(word -> Stream.of(word.split(" +"))),
                    Stream.of("--json"))
                .toArray(String[]::new))
        .ok()
        .json();
  }

  private static String start(String... options) throws Exception {
    return run(client, "session start -Dtrainer.master.attempts=10", String.join(" ", options))
        .path("sessionId")
        .asText();
  }

  private static String resting() throws Exception {
    return String.join(" ", unhurried.resting(300)) + " --detach";
  }

  private static void submit(String session, String options) throws Exception {
    JsonNode given = run(client, "submit --session", session, options);
    assertThat(given.path("jobId").asText()).startsWith(session + ".");
  }

  private static JsonNode status(String job) throws Exception {
    return run(client, "status --members", job);
  }

  private static void awaitStatus(String job, Predicate<JsonNode> condition) {
    await(job)
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode report = status(job);
              assertThat(condition.test(report)).as(report::toPrettyString).isTrue();
            });
  }

  private static void assertTrained(String job) throws Exception {
    awaitStatus(job, report -> report.path("state").asText().matches("EXITED|FAILED|KILLED"));
    JsonNode report = status(job);
    assertThat(report.path("state").asText()).as(report::toPrettyString).isEqualTo("EXITED");
    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
    assertThat(report.path("containers"))
        .as("no process is lost with a master or with another job")
        .hasSize(2);
  }

  /** Whether the two jobs of a pool have scored some rows, and not yet all. */
  private static boolean isScoring(TrainerClient client, String session) throws Exception {
    int scoring = 0;
    for (JsonNode job : run(client, "session status", session).path("jobs")) {
      boolean isPooled = job.path("kind").asText().equals("score");
      scoring += isPooled && job.path("scored").asLong() > 200 ? 1 : 0;
    }
    return scoring == 2;
  }

  private static void assertScored(TrainerClient client, String job) throws Exception {
    await(job)
        .atMost(PATIENCE)
        .until(() -> run(client, "status", job).path("state").asText().matches("EXITED|FAILED"));
    JsonNode report = run(client, "status", job);
    assertThat(report.at("/scores/rows").asLong()).as(report::toPrettyString).isEqualTo(5000);
    assertThat(report.at("/scores/scoreId").asText()).isEqualTo(scoreId);
  }

  private static ApplicationReport application(String session) throws Exception {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(cluster.configuration());
      yarn.start();
      return yarn.getApplicationReport(ApplicationId.fromString(session));
    }
  }

  private static Optional<ProcessHandle> process(String session, String role) {
    String mark = "-Dtrainer.job=" + session + ".0 -Dtrainer.role=" + role + " ";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(one -> one.info().command().orElse("").endsWith("/java"))
          .filter(one -> one.info().commandLine().orElse("").contains(mark))
          .findFirst();
    }
  }

  @Test
  void neitherAFailedJobNorAKilledMasterEndsTheOthers() throws Exception {
    String session = start("--name night --workers 2 -Dtrainer.worker.memory-mb=512");
    String failing =
        training("failing").replaceAll("--jars \\S+ --model \\S+", "")
            + " --jars "
            + troubled()
            + " --model com.example.Troubled -Dtrainer.model.args.trouble=train --detach";
    submit(session, failing);
    submit(session, training("second") + " " + resting());
    submit(session, training("third") + " " + resting());
    awaitStatus(session + ".1", report -> report.path("state").asText().equals("FAILED"));
    assertThat(status(session + ".1").at("/failure/kind").asText()).isEqualTo("MODEL_CODE_FAILED");
    assertThat(home.resolve("._trainer-output-failing")).doesNotExist();
    for (String job : List.of(".2", ".3")) {
      awaitStatus(session + job, report -> report.path("version").asLong() > 0);
    }
    for (String model : List.of("slow", "fast")) {
      run(client, "score --detach --session", session, scoring(model, "night-" + model));
    }
    await("both jobs score").atMost(PATIENCE).until(() -> isScoring(client, session));
    assertThat(run(client, "session list --running").toString()).contains(session);

    process(session, "master").orElseThrow().destroyForcibly();
    for (String job : List.of(".2", ".3")) {
      awaitStatus(session + job, report -> report.path("term").asLong() == 2);
    }
    for (String job : List.of(".4", ".5")) {
      assertScored(client, session + job);
    }
    unhurried.hurry();
    assertTrained(session + ".2");
    assertTrained(session + ".3");

    JsonNode seen = run(client, "session status", session);
    assertThat(seen.path("state").asText()).isEqualTo("RUNNING");
    assertThat(seen.path("jobs").findValuesAsText("state"))
        .containsExactly("FAILED", "EXITED", "EXITED", "EXITED", "EXITED");
    assertThat(run(client, "session stop", session).path("asked").asBoolean()).isTrue();
    await("the end of the session")
        .atMost(PATIENCE)
        .until(
            () ->
                application(session).getFinalApplicationStatus()
                    == FinalApplicationStatus.SUCCEEDED);
    assertThat(application(session).getDiagnostics().lines())
        .hasSize(5)
        .anyMatch(
            line -> line.startsWith(session + ".1 (train trainer): FAILED, MODEL_CODE_FAILED"))
        .anyMatch(line -> line.startsWith(session + ".2 (train trainer): EXITED"))
        .anyMatch(line -> line.startsWith(session + ".5 (score trainer): EXITED"));
    assertThat(run(client, "session status", session).path("state").asText()).isEqualTo("EXITED");
    assertTrained(session + ".3");
  }

  private static Path troubled() throws Exception {
    try (InputStream source = JobsOfASessionTest.class.getResourceAsStream("Troubled.txt")) {
      return CompiledJar.of(
          home.resolve("troubled.jar"),
          Map.of(
              "com.example.CautiousLogistic",
              Files.readString(EXAMPLE),
              "com.example.Troubled",
              new String(source.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  @Test
  void aSessionOfThisMachineTakesAndKillsJobsAndEndsWithItsCommand() throws Exception {
    TrainerClient here = new TrainerClient(home);
    Path out = home.resolve("session.out");
    Path err = home.resolve("session.err");
    Process command =
        here.atATerminal().start(out, err, "session", "start", "--master", "local", "--json");
    await("the session").atMost(PATIENCE).until(() -> Files.readString(out).contains("}"));
    String session = here.result(0, out, err).json().path("sessionId").asText();

    JsonNode trained = run(here, "submit --session", session, training("local"));
    assertThat(trained.path("modelId").asText()).isEqualTo(modelId);
    run(here, "submit --session", session, training("killed"), resting());
    run(here, "submit --session", session, training("left"), resting());
    assertThat(run(here, "kill", session + ".2").path("asked").asBoolean()).isTrue();
    await("the killed job")
        .atMost(PATIENCE)
        .until(() -> run(here, "status", session + ".2").path("state").asText().equals("KILLED"));
    assertThat(run(here, "session status", session).path("jobs").findValuesAsText("jobId"))
        .containsExactly(session + ".1", session + ".2", session + ".3");

    command.destroy(); // SIGTERM, as Ctrl-C
    assertThat(command.waitFor()).isNotZero();
    assertThat(run(here, "session status", session).path("state").asText()).isEqualTo("KILLED");
    assertThat(run(here, "status", session + ".3").path("state").asText()).isEqualTo("KILLED");
  }

  @Test
  void twoJobsShareThePoolAndALostWorkerChangesNothing() throws Exception {
    TrainerClient here = new TrainerClient(home);
    Path out = home.resolve("pool.out");
    Path err = home.resolve("pool.err");
    Process command =
        here.start(
            out,
            err,
            "session",
            "start",
            "--master",
            "local",
            "--json",
            "--workers",
            "3",
            "-Dtrainer.overcommit=true",
            "-Dtrainer.worker.memory-mb=400");
    await("the session").atMost(PATIENCE).until(() -> Files.readString(out).contains("}"));
    String session = here.result(0, out, err).json().path("sessionId").asText();
    for (String model : List.of("slow", "fast")) {
      run(here, "score --detach --session", session, scoring(model, "scored-" + model));
    }
    await("both jobs score").atMost(PATIENCE).until(() -> isScoring(here, session));
    process(session, "worker").orElseThrow().destroyForcibly();
    for (String job : List.of(".1", ".2")) {
      assertScored(here, session + job);
    }
    assertThat(run(here, "session status", session).path("moves").asLong()).isPositive();
    run(here, "session stop", session);
    assertThat(command.waitFor()).isZero();
    assertThat(run(here, "session status", session).path("state").asText()).isEqualTo("EXITED");
  }
}
