package trainer.it.masters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** A worker stands still for a while, again and again, where none may run far ahead of another. */
class StoppedWorkerTest {
  private static final int EPOCHS = 40;
  private static final int RECORDS = 8000;
  private static final int RECORDS_A_BLOCK = 250;
  private static final int STALENESS = 2;
  private static final int STOPS = 3;

  @TempDir private Path home;

  @Test
  void everyBlockCountsOnceAnEpochAndNobodyIsFurtherAheadThanAllowed() throws Exception {
    TrainerClient client = new TrainerClient(home);
    String data = home.resolve("train").toUri().toString();
    String records = String.valueOf(RECORDS);
    client.run("generate", "--kind", "clicks", "--records", records, "--output", data).ok();
    UnhurriedModel model = new UnhurriedModel(home);
    DisturbedJob job = submit(client, data, model);
    job.awaitSaid(" RUNNING [");
    for (int i = 0; i < STOPS; i++) {
      TimeUnit.MILLISECONDS.sleep(400);
      ProcessHandle worker = job.processes("worker").get(i % 2);
      signal("STOP", worker);
      TimeUnit.MILLISECONDS.sleep(800);
      signal("CONT", worker);
    }
    assertThat(job.isAlive()).isTrue();
    model.hurry();
    DisturbedJob.End end = job.await();

    JsonNode report = end.report();
    assertThat(end.exitCode()).as(end::told).isZero();
    assertThat(report.path("survived")).as(end::told).isEmpty();
    assertThat(report.path("recordsComputed").asLong()).as(end::told).isEqualTo(EPOCHS * RECORDS);
    CountedBlocks counted = CountedBlocks.of(report);
    int blocks = EPOCHS * RECORDS / RECORDS_A_BLOCK;
    assertThat(counted.least()).as(end::told).isEqualTo(blocks);
    assertThat(counted.most()).as(end::told).isEqualTo(blocks);
    JsonNode staleness = report.at("/tasks/staleness");
    assertThat(staleness.size()).as(end::told).isEqualTo(STALENESS + 1);
    long steps = 0;
    for (JsonNode count : staleness) {
      steps += count.asLong();
    }
    assertThat(steps).as(() -> "steps of a block each; " + end.told()).isEqualTo(blocks);
  }

  private DisturbedJob submit(TrainerClient client, String data, UnhurriedModel model)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--master",
                "local",
                "--input",
                data,
                "--output",
                home.resolve("model").toUri().toString(),
                "--epochs",
                String.valueOf(EPOCHS),
                "--workers",
                "2",
                "--pservers",
                "2",
                "-Dtrainer.sync=ssp",
                "-Dtrainer.ssp.staleness=" + STALENESS,
                "-Dtrainer.block.records=" + RECORDS_A_BLOCK,
                "-Dtrainer.minibatch.blocks=2"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(model.options());
    arguments.addAll(model.counting());
    arguments.addAll(model.resting(50));
    return DisturbedJob.submit(client, home, arguments);
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }
}
