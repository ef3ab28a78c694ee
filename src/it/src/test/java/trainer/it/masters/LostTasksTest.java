package trainer.it.masters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** A pserver is lost that has the only copies of its partitions, of a job where nobody waits. */
class LostTasksTest {
  private static final int WORKERS = 2;
  private static final int TASKS_A_WORKER = 2;
  private static final int BLOCKS_A_TASK = 2;

  @TempDir private Path home;

  @Test
  void everyTaskIsDoneAndWhatCountsTwiceWasHeldWhenItWasKept() throws Exception {
    TrainerClient client = new TrainerClient(home);
    String data = home.resolve("train").toUri().toString();
    client.run("generate", "--kind", "clicks", "--records", "4000", "--output", data).ok();
    UnhurriedModel model = new UnhurriedModel(home);
    List<String> counting = new ArrayList<>(model.options());
    counting.addAll(model.counting());
    DisturbedJob.End quiet = submit(client, "quiet", 1, counting).await();

    List<String> resting = new ArrayList<>(counting);
    resting.addAll(model.resting(100));
    DisturbedJob job = submit(client, "killed", WORKERS, resting);
    job.awaitSaid(" RUNNING [");
    job.awaitStatus("a checkpoint", report -> !report.path("checkpoints").isEmpty());
    job.processes("pserver").get(0).destroyForcibly();
    job.awaitStatus("a rollback", report -> report.path("rollbacks").asInt() > 0);
    model.hurry();
    DisturbedJob.End end = job.await();

    JsonNode report = end.report();
    assertThat(end.exitCode()).as(end::told).isZero();
    assertThat(report.path("rollbacks").asInt()).as(end::told).isEqualTo(1);
    assertThat(report.path("tasks")).as(end::told).isEqualTo(quiet.report().path("tasks"));
    assertThat(report.path("records")).as(end::told).isEqualTo(quiet.report().path("records"));
    long heldThen = report.at("/repeated/tasksTwiceAtMost").asLong();
    assertThat(heldThen).as(end::told).isBetween(0L, (long) WORKERS * TASKS_A_WORKER);
    CountedBlocks all = CountedBlocks.of(quiet.report());
    CountedBlocks counted = CountedBlocks.of(report);
    assertThat(all.least()).as("each block once").isEqualTo(all.most());
    assertThat(counted.rows()).as(end::told).isEqualTo(all.rows());
    assertThat(counted.least()).as(end::told).isGreaterThanOrEqualTo(all.least());
    assertThat(counted.most())
        .as(end::told)
        .isLessThanOrEqualTo(all.most() + BLOCKS_A_TASK * heldThen);
  }

  private DisturbedJob submit(TrainerClient client, String output, int processes, List<String> more)
      throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--master",
                "local",
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                "40",
                "--workers",
                String.valueOf(processes),
                "--pservers",
                String.valueOf(processes),
                "-Dtrainer.sync=async",
                "-Dtrainer.checkpoint.interval=500ms",
                "-Dtrainer.block.records=250",
                "-Dtrainer.minibatch.blocks=2",
                "-Dtrainer.task.blocks=" + BLOCKS_A_TASK,
                "-Dtrainer.tasks.per-assignment=" + TASKS_A_WORKER));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(more);
    return DisturbedJob.submit(client, home, arguments);
  }
}
