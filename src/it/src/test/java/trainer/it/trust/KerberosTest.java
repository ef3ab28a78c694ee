package trainer.it.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.Masters;

/** A cluster under Kerberos: from the ticket to the model, and who may command a job. */
class KerberosTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String INPUT = "hdfs:///user/alice/train";
  private static final String MODEL = "hdfs:///user/alice/model";

  @TempDir private static Path home;
  private static Process cluster;

  @BeforeAll
  static void startsTheCluster() throws Exception {
    Path conf = Files.createDirectory(home.resolve(SecureCluster.CONF));
    cluster =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.net.preferIPv4Stack=true",
                "-Dlog4j.configuration=trainer/container/silent-log4j.properties",
                "-cp",
                conf + File.pathSeparator + System.getProperty("java.class.path"),
                SecureCluster.class.getName(),
                home.toString(),
                "alice",
                "bob",
                "eve")
            .redirectError(home.resolve("cluster.err").toFile())
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(cluster.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine())
        .as(() -> text(home.resolve("cluster.err")))
        .isEqualTo(SecureCluster.READY);
    as("alice").run("generate", "--kind", "clicks", "--records", "5000", "--output", INPUT).ok();
  }

  @AfterAll
  static void endsIt() throws Exception {
    cluster.getOutputStream().close();
    if (!cluster.waitFor(10, TimeUnit.SECONDS)) {
      cluster.destroyForcibly().waitFor();
    }
  }

  private static TrainerClient as(String user) throws IOException {
    return new TrainerClient(Files.createDirectories(home.resolve("home-" + user)))
        .with(
            Map.of(
                "HADOOP_CONF_DIR",
                home.resolve(SecureCluster.CONF).toString(),
                "KRB5CCNAME",
                home.resolve(user + ".cache").toString(),
                "TRAINER_CLIENT_OPTS",
                "-Djava.security.krb5.conf=" + home.resolve("krb5.conf")));
  }

  private static List<String> submit(String... more) {
    List<String> args = new ArrayList<>(List.of("submit", "--json", "--input", INPUT));
    args.addAll(List.of("--output", MODEL));
    args.addAll(List.of(more));
    return args;
  }

  private static TrainerClient.Result run(String user, List<String> args) throws Exception {
    return as(user).run(args.toArray(new String[0]));
  }

  @Test
  void withoutATicketKinitIsNamed() throws Exception {
    TrainerClient.Result refused = run("nobody", submit());
    assertThat(refused.exitCode()).as(refused::told).isEqualTo(41);
    assertThat(refused.err())
        .startsWith("ERROR NO_CREDENTIALS: ")
        .contains("run kinit")
        .hasLineCount(1);
  }

  @Test
  void doctorIsGreenWithATicket() throws Exception {
    TrainerClient.Result examined = run("alice", List.of("doctor", "--json")).ok();
    assertThat(examined.json().path("good").asBoolean()).isTrue();
    for (String check :
        List.of("credentials", "clock", "file-system", "home", "resource-manager", "tokens")) {
      assertThat(finding(examined, check, "state")).as(check).isEqualTo("ok");
    }
    assertThat(finding(examined, "credentials", "found"))
        .startsWith("Kerberos is on; you are alice@EXAMPLE.COM, and the ticket holds for ");
    assertThat(finding(examined, "tokens", "found")).isEqualTo("2 delegation tokens obtained");
  }

  @Test
  void doctorWithoutATicketNamesItAsTheOnlyCause() throws Exception {
    TrainerClient.Result examined = run("nobody", List.of("doctor", "--json"));
    assertThat(examined.exitCode()).as(examined::told).isEqualTo(1);
    List<String> failed = new ArrayList<>();
    for (JsonNode line : examined.json().path("checks")) {
      if (line.path("state").asText().equals("fail")) {
        failed.add(line.path("check").asText());
      }
    }
    assertThat(failed).containsExactly("credentials");
    assertThat(finding(examined, "credentials", "found")).startsWith("no Kerberos ticket");
    assertThat(finding(examined, "credentials", "mend")).isEqualTo("run kinit");
    assertThat(finding(examined, "tokens", "found"))
        .isEqualTo("not checked: it needs resource-manager");
  }

  private static String finding(TrainerClient.Result examined, String check, String field) {
    for (JsonNode line : examined.json().path("checks")) {
      if (line.path("check").asText().equals(check)) {
        return line.path(field).asText();
      }
    }
    throw new AssertionError("no check " + check + "; " + examined.told());
  }

  @Test
  void withoutATicketCommandsOnFilesNameKinit() throws Exception {
    for (List<String> command :
        List.of(
            List.of("model", "verify", MODEL),
            List.of("generate", "--kind", "clicks", "--records", "5", "--output", MODEL))) {
      TrainerClient.Result refused = run("nobody", command);
      assertThat(refused.exitCode()).as(refused::told).isEqualTo(41);
      assertThat(refused.err()).startsWith("ERROR NO_CREDENTIALS: ").contains("run kinit");
    }
  }

  @Test
  void proxyUserIsRefusedForLackOfATicket() throws Exception {
    TrainerClient.Result refused =
        as("alice")
            .with(Map.of("HADOOP_PROXY_USER", "bob"))
            .run(submit("--dry-run").toArray(new String[0]));
    assertThat(refused.exitCode()).as(refused::told).isEqualTo(41);
    assertThat(refused.err()).startsWith("ERROR NO_CREDENTIALS: ").contains("bob");
  }

  /**
   * bob was given the right to look, eve none. The ResourceManager gives both a token, since all
   * users administer this cluster's queue: it is the master that refuses eve.
   */
  @Test
  void aJobRunsFromTheTicketToTheModelAndHeedsThoseTheClusterLets() throws Exception {
    List<String> endless = submit("--detach", "--epochs", "1000000", "-Dtrainer.acl.view=bob");
    endless.addAll(TrainerClient.UNHURRIED);
    String job = run("alice", endless).ok().json().path("jobId").asText();
    await("the master").atMost(PATIENCE).until(() -> state("alice", job).equals("RUNNING"));

    assertThat(status("bob", job).path("members")).isNotEmpty();
    refused(as("bob").run("kill", job), "bob@EXAMPLE.COM may not command this job");
    refused(as("eve").run("kill", job), "eve@EXAMPLE.COM may not see this job");
    assertThat(as("alice").run("stop", job).ok().out()).contains(job);

    await("the end").atMost(PATIENCE).until(() -> state("alice", job).equals("EXITED"));
    JsonNode report = status("alice", job);
    assertThat(as("alice").run("model", "verify", MODEL).ok().out())
        .contains(report.path("modelId").asText());
    assertThat(report.path("containers")).isNotEmpty();
    for (JsonNode container : report.path("containers")) {
      assertThat(container.path("logState").asText()).isEqualTo("complete");
    }
  }

  /**
   * The next attempt checks the users' tokens, for a leader that cannot, and passes on what they
   * may command.
   */
  @Test
  void aStandbyThatLeadsIsReachedThroughTheNextAttempt() throws Exception {
    List<String> endless = submit("--detach", "--epochs", "1000000", "-Dtrainer.acl.view=bob");
    endless.set(endless.indexOf(MODEL), MODEL + "-standby");
    endless.addAll(List.of("-Dtrainer.standby=true", "-Dtrainer.master.attempts=5"));
    endless.addAll(TrainerClient.UNHURRIED);
    String job = run("alice", endless).ok().json().path("jobId").asText();
    killFollowedLeader(job);
    await("the next attempt passes on what the standby says")
        .atMost(PATIENCE)
        .until(() -> status("bob", job).path("term").asLong() == 2);

    refused(as("bob").run("kill", job), "bob@EXAMPLE.COM may not command this job");
    refused(as("eve").run("kill", job), "eve@EXAMPLE.COM may not see this job");
    assertThat(as("alice").run("kill", job).ok().out()).contains(job);
    await("the end").atMost(PATIENCE).until(() -> state("alice", job).equals("KILLED"));
    assertThat(status("alice", job).path("failure").toString()).contains("alice");
  }

  @Test
  void soIsTheStandbyOfASession() throws Exception {
    List<String> start = new ArrayList<>(List.of("session", "start", "--json", "--standby"));
    start.addAll(List.of("-Dtrainer.master.attempts=5", "-Dtrainer.acl.view=bob"));
    String session = run("alice", start).ok().json().path("sessionId").asText();
    List<String> endless = submit("--detach", "--epochs", "1000000");
    endless.set(endless.indexOf(MODEL), MODEL + "-session");
    endless.addAll(List.of("--session", session));
    endless.addAll(TrainerClient.UNHURRIED);
    String job = run("alice", endless).ok().json().path("jobId").asText();
    await("its first version")
        .atMost(PATIENCE)
        .until(() -> status("alice", job).path("version").asLong() > 0);
    killFollowedLeader(session + ".0");
    await("the next attempt passes on what the standby says")
        .atMost(PATIENCE)
        .until(() -> status("bob", job).path("term").asLong() == 2);

    refused(as("bob").run("kill", job), "bob@EXAMPLE.COM may not command this job");
    refused(as("eve").run("kill", job), "eve@EXAMPLE.COM may not see this job");
    assertThat(as("alice").run("kill", job).ok().out()).contains(job);
    await("its end").atMost(PATIENCE).until(() -> state("alice", job).equals("KILLED"));
    as("alice").run("session", "stop", session).ok();
    for (String role : List.of("master", "standby")) {
      await("no " + role + " is left")
          .atMost(PATIENCE)
          .until(() -> DisturbedJob.processes(session + ".0", role).isEmpty());
    }
  }

  private static void killFollowedLeader(String application) throws Exception {
    Masters masters =
        new Masters(
            role -> DisturbedJob.processes(application, role),
            (what, condition) -> await(what).atMost(PATIENCE).until(condition::isSo));
    ProcessHandle leader = masters.awaitFollowedLeader();
    leader.destroyForcibly();
    leader.onExit().join();
  }

  private static String state(String user, String job) throws Exception {
    return status(user, job).path("state").asText();
  }

  private static JsonNode status(String user, String job) throws Exception {
    return as(user).run("status", "--json", "--members", job).ok().json();
  }

  private static void refused(TrainerClient.Result result, String why) {
    assertThat(result.exitCode()).as(result.err()).isEqualTo(43);
    assertThat(result.err()).startsWith("ERROR ACCESS_DENIED: ").contains(why).hasLineCount(1);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
