package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import trainer.it.cluster.TrainerClient;

/**
 * Trains more rows than the pservers have memory for: a job that is given another one goes on as if
 * nothing had been, and one that is not is told so in time. Nobody runs out of memory. Run by
 * {@code bin/scale-pservers full}, without YARN, which would round a small container up.
 */
public final class FullPservers {
  private static final int RECORDS = 120_000;
  private static final int FEATURES = 60_000_000;
  private static final int NONZEROS = 120;
  private static final int SECONDS = 20;

  private final TrainerClient trainer;
  private final Path home;
  private final Findings findings = new Findings();

  private FullPservers(TrainerClient trainer, Path home) {
    this.trainer = trainer;
    this.home = home;
  }

  /**
   * Ends with 0 if every bar was met.
   *
   * @param arguments a folder
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    int missed = new FullPservers(new TrainerClient(home), home).run();
    System.out.printf("  %d missed%n", missed);
    System.exit(missed == 0 ? 0 : 1);
  }

  private int run() throws Exception {
    List<String> data = new ArrayList<>(List.of("generate", "--kind", "clicks", "--files", "4"));
    data.addAll(List.of("--records", String.valueOf(RECORDS)));
    data.addAll(List.of("--features", String.valueOf(FEATURES)));
    data.addAll(List.of("--nonzeros", String.valueOf(NONZEROS)));
    data.addAll(List.of("--output", home.resolve("train").toUri().toString()));
    trainer.run(data.toArray(new String[0])).ok();
    DisturbedJob.End roomy = submit("roomy", 1, 2048).await();
    for (int replicas = 1; replicas <= 2; replicas++) {
      System.out.printf("%d of each partition, another pserver comes%n", replicas);
      relieved(replicas, roomy);
    }
    System.out.printf("nobody comes for %d s%n", SECONDS);
    left();
    return findings.missed();
  }

  private void relieved(int replicas, DisturbedJob.End roomy) throws Exception {
    DisturbedJob job = submit("relieved" + replicas, replicas, 256);
    JsonNode full = job.awaitStatus("a pserver that is full", FullPservers::isAnyFull);
    findings.note("a full one says", member(full).path("full").asText());
    trainer.run("scale", job.id(), "--pservers", String.valueOf(2 * replicas)).ok();
    DisturbedJob.End end = job.await();
    findings.equal("exit code of submit", 0, end.exitCode());
    if (end.exitCode() == 0) {
      JsonNode report = end.report();
      findings.equal("model id as with room for all", roomy.modelId(), end.modelId());
      findings.equal("rollbacks", 0L, report.path("rollbacks").asLong());
      findings.equal("pservers that were lost", 0L, lost(report));
      long millis = 0;
      for (JsonNode member : report.path("members")) {
        millis = Math.max(millis, member.path("fullMillis").asLong());
      }
      findings.note("seconds that one was full", millis / 1000.0);
    }
  }

  private void left() throws Exception {
    DisturbedJob job = submit("left", 1, 256, "-Dtrainer.pserver.full-timeout=" + SECONDS + "s");
    DisturbedJob.End end = job.await();
    findings.equal("exit code of submit", 1, end.exitCode());
    String error =
        end.said().lines().filter(line -> line.startsWith("ERROR ")).findFirst().orElse("");
    findings.say(
        "the error names table, rows and what to do",
        "OUT_OF_MEMORY, weights, trainer.pserver.memory-mb, --pservers",
        error,
        List.of("OUT_OF_MEMORY: ", "table weights has ", "trainer.pserver.memory-mb", "--pservers")
            .stream()
            .allMatch(error::contains));
    findings.equal("pservers that were lost", 0L, lost(end.report()));
  }

  private static boolean isAnyFull(JsonNode status) {
    return member(status) != null;
  }

  private static JsonNode member(JsonNode status) {
    return StreamSupport.stream(status.path("members").spliterator(), false)
        .filter(one -> one.path("state").asText().equals("full"))
        .findFirst()
        .orElse(null);
  }

  /** Processes that ended otherwise than they were told to. */
  private static long lost(JsonNode report) {
    return StreamSupport.stream(report.path("containers").spliterator(), false)
        .filter(one -> one.path("exitStatus").asInt(-1) != 0)
        .count();
  }

  private DisturbedJob submit(String output, int replicas, int memory, String... more)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--master", "local"));
    arguments.addAll(List.of("--input", home.resolve("train").toUri().toString()));
    arguments.addAll(List.of("--output", home.resolve(output).toUri().toString()));
    arguments.addAll(List.of("--epochs", "2", "--workers", "2"));
    arguments.addAll(List.of("--pservers", String.valueOf(replicas)));
    arguments.addAll(
        List.of(
            "-Dtrainer.pserver.replicas=" + replicas,
            "-Dtrainer.pserver.memory-mb=" + memory,
            "-Dtrainer.pserver.moves=8",
            "-Dtrainer.optimizer=amsgrad",
            "-Dtrainer.optimizer.learning-rate=0.01",
            "-Dtrainer.checkpoint.interval=30s"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(List.of(more));
    return DisturbedJob.submit(trainer, home, arguments);
  }
}
