package trainer.it.masters.standby;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;
import trainer.it.masters.DisturbedJob;
import trainer.it.masters.EndComparison;
import trainer.it.masters.Masters;
import trainer.it.masters.TwoNodes;

/** What becomes of a job on YARN with a standby when its masters die. */
class ClusterStandbyTest {
  private static final int REST_MILLIS = 100;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static UnhurriedModel model;
  private static TwoNodes cluster;
  private static DisturbedJob.End undisturbed;

  @BeforeAll
  static void trainsUndisturbed() throws Exception {
    cluster = new TwoNodes(home, new Configuration());
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
    undisturbed = DisturbedJob.submit(client, home, job("quiet", "--master", "local")).await();
    assertThat(undisturbed.exitCode()).as(undisturbed::told).isZero();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  private static List<String> job(String output, String... more) {
    List<String> words = new ArrayList<>(model.options());
    words.addAll(List.of("--input", uri("data1"), "--output", uri(output)));
    words.addAll(List.of("--validation", uri("data2"), "--epochs", "40"));
    words.addAll(List.of("--workers", "2", "--pservers", "2", "-Dtrainer.block.records=250"));
    words.add("-Dtrainer.minibatch.blocks=4");
    words.addAll(List.of(more));
    return words;
  }

  private static DisturbedJob withStandby(String output) throws Exception {
    List<String> words =
        job(
            output,
            "--master",
            "yarn",
            "-conf",
            cluster.site().toString(),
            "-Dtrainer.master.attempts=10",
            "-Dtrainer.standby=true");
    words.addAll(model.resting(REST_MILLIS));
    DisturbedJob job = DisturbedJob.submit(client, home, words);
    new Masters(job).awaitFollowedLeader();
    return job;
  }

  /** The standby of a container leads, then the attempt that follows it, then a new attempt. */
  @Test
  void eachMasterIsSucceededByTheOneThatFollowsIt() throws Exception {
    DisturbedJob job = withStandby("killed");
    Set<Long> members = members(job);
    kill(new Masters(job).leader());
    job.awaitFurther();
    new Masters(job).awaitFollowedLeader(); // the second attempt follows the standby
    job.awaitStatus(
        "the page behind YARN's proxy is the standby's",
        status -> status.findValue("term").asLong() == 2);
    kill(new Masters(job).leader());
    job.awaitFurther();
    new Masters(job).awaitFollowedLeader(); // another container's standby follows the attempt
    long killed = System.nanoTime();
    kill(new Masters(job).standby());
    kill(new Masters(job).leader());
    job.awaitFurther();
    System.out.printf("further %.1f s after both were killed%n", since(killed));
    assertThat(members(job)).isEqualTo(members);
    model.hurry();

    finishes(job, 3);
  }

  /** One that wakes up follows, in the same attempt of YARN, and may lead again. */
  @Test
  void aLeaderThatIsStoppedIsSucceededAndFollowsOnceItWakesUp() throws Exception {
    DisturbedJob job = withStandby("stopped");
    ProcessHandle leader = new Masters(job).leader().orElseThrow();
    signal("STOP", leader);
    long stopped = System.nanoTime();
    job.awaitThat(
        "the standby leads", () -> !new Masters(job).leader().orElseThrow().equals(leader));
    job.awaitFurther();
    System.out.printf("further %.1f s after the stop%n", since(stopped));
    signal("CONT", leader);
    job.awaitThat(
        "the stopped one is ready to lead again",
        () -> new Masters(job).standby().equals(Optional.of(leader)));
    job.awaitFurther();
    kill(new Masters(job).leader());
    job.awaitFurther();
    assertThat(new Masters(job).leader()).contains(leader);
    List<String> addresses =
        Masters.log(leader).stream()
            .filter(line -> line.contains("; listening on "))
            .map(line -> line.replaceAll(".*; listening on ([^;]*);.*", "$1"))
            .toList();
    assertThat(addresses).hasSize(2);
    assertThat(Set.copyOf(addresses)).as("YARN names one to users").hasSize(1);
    model.hurry();

    finishes(job, 2);
  }

  private static void kill(Optional<ProcessHandle> master) {
    ProcessHandle process = master.orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static void finishes(DisturbedJob job, int masters) throws Exception {
    DisturbedJob.End end = job.await();
    assertThat(EndComparison.of(end, masters, undisturbed)).as(end::told).isEmpty();
    for (JsonNode loss : end.report().path("survived")) {
      System.out.printf(
          "%s: %.2f s until the next version%n",
          loss.path("what").asText(), loss.path("seconds").asDouble());
    }
    assertThat(end.report().path("survived")).hasSize(masters);
  }

  private static Set<Long> members(DisturbedJob job) throws Exception {
    Set<Long> pids = new TreeSet<>();
    Stream.concat(job.processes("worker").stream(), job.processes("pserver").stream())
        .forEach(one -> pids.add(one.pid()));
    return pids;
  }
}
