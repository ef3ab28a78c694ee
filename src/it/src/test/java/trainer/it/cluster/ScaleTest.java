package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that trains gets two more pservers, and then has to do with one less. */
class ScaleTest {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(10);

  @TempDir private Path home;

  @Test
  void partitionsMoveWhileItTrainsAndTheModelIsTheSame() throws Exception {
    TrainerClient client = new TrainerClient(home);
    UnhurriedModel model = new UnhurriedModel(home);
    String data = home.resolve("train").toUri().toString();
    client.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    List<String> quiet = arguments(model, "quiet", 1);
    JsonNode alone = client.run(quiet.toArray(new String[0])).ok().json();
    List<String> arguments = arguments(model, "scaled", 2);
    arguments.addAll(model.resting(5));
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    Path jobs = home.resolve(".trainer/jobs");
    List<String> before = names(jobs);
    Process process = client.start(out, err, arguments.toArray(new String[0]));
    try {
      String job = await(() -> jobOf(jobs, before), id -> !id.isEmpty());
      await(() -> status(client, job), seen -> seen.path("version").asLong() > 0);
      client.run("scale", job, "--pservers", "4").ok();
      assertThat(moved(await(() -> status(client, job), seen -> isSettled(seen, 4)))).isEqualTo(16);
      client.run("scale", job, "--pservers", "3").ok();
      assertThat(moved(await(() -> status(client, job), seen -> isSettled(seen, 3)))).isEqualTo(24);
      TrainerClient.Result none = client.run("scale", job, "--pservers", "0");
      assertThat(none.exitCode()).as(none::told).isEqualTo(1);
      model.hurry();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroy();
    }
    TrainerClient.Result result = client.result(process.exitValue(), out, err).ok();
    JsonNode report = result.json();
    assertThat(report.path("modelId")).as(result::told).isEqualTo(alone.path("modelId"));
    assertThat(report.path("rollbacks").asLong()).as(result::told).isZero();
    assertThat(report.path("pservers").path("wanted").asInt()).as(result::told).isEqualTo(3);
    assertThat(report.path("containers"))
        .as(result::told)
        .allMatch(one -> one.path("exitStatus").asInt(-1) == 0);
  }

  private static boolean isSettled(JsonNode seen, int pservers) {
    long live =
        stream(seen.path("members"))
            .filter(one -> one.path("role").asText().equals("pserver"))
            .filter(one -> one.path("state").asText().equals("live"))
            .count();
    return live == pservers
        && seen.path("pservers").path("wanted").asInt() == pservers
        && seen.path("pservers").path("copiesToCome").asInt() == 0
        && moved(seen) > 0;
  }

  private static int moved(JsonNode seen) {
    return stream(seen.path("pservers").path("moves"))
        .mapToInt(move -> move.path("partitions").size())
        .sum();
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    List<JsonNode> all = new ArrayList<>();
    array.forEach(all::add);
    return all.stream();
  }

  private interface Look<T> {
    T look() throws IOException, InterruptedException;
  }

  private static <T> T await(Look<T> look, Predicate<T> which) throws Exception {
    long until = System.nanoTime() + PATIENCE_NANOS;
    T seen = look.look();
    while (!which.test(seen)) {
      assertThat(System.nanoTime()).as(String.valueOf(seen)).isLessThan(until);
      Thread.sleep(200);
      seen = look.look();
    }
    return seen;
  }

  private static JsonNode status(TrainerClient client, String job)
      throws IOException, InterruptedException {
    return client.run("status", job, "--json").ok().json();
  }

  private static List<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static String jobOf(Path jobs, List<String> before) throws IOException {
    return names(jobs).stream().filter(name -> !before.contains(name)).findFirst().orElse("");
  }

  private List<String> arguments(UnhurriedModel model, String output, int pservers) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "submit",
                "--json",
                "--master",
                "local",
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                "1000",
                "--workers",
                "2",
                "--pservers",
                String.valueOf(pservers),
                "-Dtrainer.block.records=250",
                "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(model.options());
    return arguments;
  }
}
