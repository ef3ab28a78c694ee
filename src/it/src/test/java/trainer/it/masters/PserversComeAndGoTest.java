package trainer.it.masters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** A job that trains, whose pservers become more and then fewer. */
class PserversComeAndGoTest {
  private static final int EPOCHS = 25;
  private static final int PARTITIONS = 32;

  /** A key, and of adagrad a weight and a sum of squares. */
  private static final long ROW_BYTES = Long.BYTES + 2 * Float.BYTES;

  private static final Percentage NEAR = Percentage.withPercentage(20);

  @TempDir private Path home;

  @Test
  void twoBecomeFourAndThenThreeWhileItTrainsAndTheModelIsTheSame() throws Exception {
    TrainerClient client = new TrainerClient(home);
    String data = home.resolve("train").toUri().toString();
    client
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            "4000",
            "--features",
            "4000000",
            "--nonzeros",
            "50",
            "--output",
            data)
        .ok();
    UnhurriedModel model = new UnhurriedModel(home);
    List<String> options = model.options();
    DisturbedJob undisturbed =
        DisturbedJob.submit(client, home, job("quiet", 1, options, "--master", "local"));

    try (TwoNodes cluster = new TwoNodes(home, new Configuration())) {
      String site = cluster.site().toString();
      List<String> disturbed = job("scaled", 2, options, "--master", "yarn", "-conf", site);
      disturbed.addAll(model.resting(200));
      DisturbedJob.End quiet = undisturbed.await();
      DisturbedJob job = DisturbedJob.submit(client, home, disturbed);
      job.awaitSaid(" RUNNING [");
      Scaling scaling = Scaling.byPage(client, job, "-conf", site);
      scaling.awaitAllRows();
      Scaling.Step more = scaling.to(4);
      Scaling.Step fewer = scaling.to(3);
      model.hurry();
      DisturbedJob.End end = job.await();

      assertThat(end.exitCode()).as(end::told).isZero();
      assertThat(end.modelId()).as(end::told).isEqualTo(quiet.modelId());
      assertThat(end.report().path("rollbacks").asLong()).as(end::told).isZero();
      long bytes = rows(end.report()) * ROW_BYTES;
      assertThat(more.copies()).as(end::told).isEqualTo(PARTITIONS / 2);
      assertThat(more.bytes()).as(end::told).isCloseTo(bytes / 2, NEAR);
      assertThat(fewer.copies()).as(end::told).isEqualTo(PARTITIONS / 4);
      assertThat(fewer.bytes()).as(end::told).isCloseTo(bytes / 4, NEAR);
    }
  }

  private List<String> job(String output, int processes, List<String> model, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                String.valueOf(EPOCHS),
                "--workers",
                String.valueOf(processes),
                "--pservers",
                String.valueOf(processes),
                "-Dtrainer.block.records=50",
                "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(model);
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static long rows(JsonNode report) {
    long rows = 0;
    for (JsonNode table : report.path("tables")) {
      rows += table.path("rows").asLong();
    }
    return rows;
  }
}
