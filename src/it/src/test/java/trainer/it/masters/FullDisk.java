package trainer.it.masters;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/**
 * Fills the disk under a job that trains, on which its logs, its journal and its checkpoints are,
 * and empties it again: the job is to train on, to warn, and to keep newer versions then. Run by
 * {@code bin/outages disk}.
 */
public final class FullDisk {
  private static final int EPOCHS = 400;
  private static final int REST_MILLIS = 100;
  private static final int CHUNK = 1 << 16;

  private final TrainerClient trainer;
  private final Path home;
  private final Path disk;
  private final UnhurriedModel model;
  private final Findings findings = new Findings();

  private FullDisk(Path home, Path disk) throws IOException {
    this.trainer = new TrainerClient(home);
    this.home = home;
    this.disk = disk;
    this.model = new UnhurriedModel(home);
  }

  /**
   * Ends with 0 if every bar was met.
   *
   * @param arguments a folder; one on a small file system of its own; for how many seconds that is
   *     full
   */
  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]).toAbsolutePath();
    FullDisk full = new FullDisk(home, Path.of(arguments[1]).toAbsolutePath());
    full.run(Integer.parseInt(arguments[2]));
    System.out.printf("  %d missed%n", full.findings.missed());
    System.exit(full.findings.missed() == 0 ? 0 : 1);
  }

  private void run(int seconds) throws Exception {
    String data = home.resolve("train").toUri().toString();
    trainer.run("generate", "--kind", "clicks", "--records", "2000", "--output", data).ok();
    DisturbedJob.End quiet = submit(home, List.of()).await();
    List<String> more = new ArrayList<>(model.resting(REST_MILLIS));
    more.add("-Dtrainer.checkpoint.interval=2s");
    DisturbedJob job = submit(disk, more);
    JsonNode before =
        job.awaitStatus("a checkpoint", report -> !report.path("checkpoints").isEmpty());
    Path ballast = disk.resolve("ballast");
    fill(ballast);
    job.awaitSaid("WARNING: no checkpoint: ");
    long version = job.status().path("version").asLong();
    TimeUnit.SECONDS.sleep(seconds);
    JsonNode warned = job.status();
    findings.note("it warned of", warned.at("/checkpointTrouble/message").asText());
    long trained = warned.path("version").asLong() - version;
    findings.say("versions while it was full", "at least 1", "" + trained, trained > 0);
    Files.delete(ballast);
    JsonNode after =
        job.awaitStatus(
            "the end of it", report -> report.at("/checkpointTrouble/over").asBoolean());
    findings.say(
        "the newest kept",
        "more than " + newest(before),
        "" + newest(after),
        newest(after) > newest(before));
    model.hurry();
    DisturbedJob.End end = job.await();
    findings.equal("exit code of submit", 0, end.exitCode());
    if (end.exitCode() == 0) {
      findings.equal("model id as undisturbed", quiet.modelId(), end.modelId());
      findings.equal("rollbacks", 0L, end.report().path("rollbacks").asLong());
      findings.equal("containers", 2, end.containers().size());
    }
  }

  /** Whatever is left is taken, to the last byte. */
  private static void fill(Path ballast) throws IOException {
    try (OutputStream out = Files.newOutputStream(ballast)) {
      byte[] chunk = new byte[CHUNK];
      while (true) {
        out.write(chunk);
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  private static long newest(JsonNode report) {
    JsonNode all = report.path("checkpoints");
    return all.path(all.size() - 1).path("version").asLong();
  }

  private DisturbedJob submit(Path where, List<String> more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--master", "local"));
    arguments.addAll(List.of("--input", home.resolve("train").toUri().toString()));
    arguments.addAll(List.of("--output", where.resolve("model").toUri().toString()));
    arguments.add("-Dtrainer.job.dir=" + where.resolve("jobs").toUri());
    arguments.addAll(List.of("--epochs", String.valueOf(EPOCHS), "--workers", "1"));
    arguments.addAll(List.of("-Dtrainer.block.records=250", "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(model.options());
    arguments.addAll(more);
    return DisturbedJob.submit(trainer, home, arguments);
  }
}
