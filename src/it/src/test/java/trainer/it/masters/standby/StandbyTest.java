package trainer.it.masters.standby;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.EndComparison;
import trainer.it.masters.Masters;

/** What becomes of a local run with a standby when its masters die or are stopped. */
class StandbyTest {
  private static final int REST_MILLIS = 100;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static UnhurriedModel model;
  private static DisturbedJob.End undisturbed;

  @BeforeAll
  static void trainsUndisturbed() throws Exception {
    client = new TrainerClient(home);
    model = new UnhurriedModel(home);
    for (String seed : List.of("1", "2")) {
      client
          .run(
              "generate --kind clicks --records 10000 --seed %s --output %s"
                  .formatted(seed, uri("data" + seed))
                  .split(" ", -1))
          .ok();
    }
    undisturbed = DisturbedJob.submit(client, home, job("undisturbed")).await();
    assertThat(undisturbed.exitCode()).as(undisturbed::told).isZero();
  }

  private static String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  private static List<String> job(String output, String... more) {
    List<String> words = new ArrayList<>(model.options());
    words.addAll(List.of("--master", "local", "--input", uri("data1"), "--output", uri(output)));
    words.addAll(List.of("--validation", uri("data2"), "--epochs", "40"));
    words.addAll(List.of("--workers", "2", "--pservers", "2", "-Dtrainer.block.records=250"));
    words.addAll(List.of("-Dtrainer.minibatch.blocks=4", "-Dtrainer.overcommit=true"));
    words.addAll(List.of(more));
    return words;
  }

  /** A job with a standby that is ready to lead. */
  private static DisturbedJob withStandby(String output, String... more) throws Exception {
    List<String> words = job(output, more);
    words.addAll(model.resting(REST_MILLIS));
    words.add("-Dtrainer.standby=true");
    DisturbedJob job = DisturbedJob.submit(client, home, words);
    new Masters(job).awaitFollowedLeader();
    return job;
  }

  private static void finishes(DisturbedJob job, int kills) throws Exception {
    model.hurry();
    DisturbedJob.End end = job.await();
    assertThat(EndComparison.of(end, kills, undisturbed)).as(end::told).isEmpty();
    for (JsonNode loss : end.report().path("survived")) {
      System.out.printf(
          "%s: %.2f s until the next version%n",
          loss.path("what").asText(), loss.path("seconds").asDouble());
    }
    assertThat(Files.exists(Path.of(java.net.URI.create(folder(job))).resolve("local"))).isFalse();
    assertThat(job.processes("standby")).isEmpty();
    assertThat(job.processes("worker")).isEmpty();
  }

  private static String folder(DisturbedJob job) throws Exception {
    return job.said()
        .lines()
        .filter(line -> line.startsWith("folder: "))
        .findFirst()
        .orElseThrow()
        .substring(8);
  }

  @Test
  void leadersThatAreKilledLeaveTheSameProcessesAndTheSameModel() throws Exception {
    DisturbedJob job = withStandby("killed");
    new Masters(job).leader().orElseThrow().destroyForcibly();
    job.awaitFurther();
    new Masters(job).awaitFollowedLeader().destroyForcibly();
    job.awaitFurther();

    finishes(job, 2);
  }

  @Test
  void aStandbyThatIsKilledIsReplaced() throws Exception {
    DisturbedJob job = withStandby("alone");
    ProcessHandle leader = new Masters(job).leader().orElseThrow();
    ProcessHandle standby = new Masters(job).standby().orElseThrow();
    standby.destroyForcibly();
    standby.onExit().get(60, TimeUnit.SECONDS);
    new Masters(job).awaitFollowedLeader();
    assertThat(leader.isAlive()).isTrue();
    leader.destroyForcibly();
    job.awaitFurther();

    finishes(job, 1);
  }

  @Test
  void aStandbyThatHangsIsReplaced() throws Exception {
    DisturbedJob job = withStandby("hangs", "-Dtrainer.heartbeat.timeout=2s");
    ProcessHandle leader = new Masters(job).leader().orElseThrow();
    ProcessHandle standby = new Masters(job).standby().orElseThrow();
    signal("STOP", standby);
    standby.onExit().get(60, TimeUnit.SECONDS);
    new Masters(job).awaitFollowedLeader();
    leader.destroyForcibly();
    job.awaitFurther();

    finishes(job, 1);
  }

  @Test
  void aLeaderThatIsStoppedIsSucceededAndChangesNothingWhenItGoesOn() throws Exception {
    DisturbedJob job = withStandby("stopped");
    ProcessHandle leader = new Masters(job).leader().orElseThrow();
    signal("STOP", leader);
    long stopped = System.nanoTime();
    job.awaitThat(
        "another master leads",
        () -> job.said().lines().filter(one -> one.startsWith("tracking page: ")).count() > 1);
    job.awaitFurther();
    System.out.printf("further %.1f s after the stop%n", (System.nanoTime() - stopped) / 1e9);
    signal("CONT", leader);
    leader.onExit().get(60, TimeUnit.SECONDS);

    finishes(job, 1);
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }
}
