package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.digest.Sha256;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

class FileAdmissionTest {
  private final DrivenJob job =
      new DrivenJob(
          8,
          0,
          Map.of(
              "trainer.score.model-uri", "hdfs://x/model",
              "trainer.workers", "1",
              "trainer.input.max-bad-records", "5",
              "trainer.tasks.per-assignment", "2"));

  private void written(String name, long... slots) {
    written(name, Evaluation.NONE, slots);
  }

  private void written(String name, Evaluation evaluation, long... slots) {
    List<OutputFile.Task> tasks =
        LongStream.of(slots)
            .mapToObj(slot -> new OutputFile.Task(new Slot(slot), 10, Sha256.hex("" + slot)))
            .toList();
    OutputFile file = new OutputFile(name, 100, Sha256.hex(name), tasks, evaluation);
    job.say("w0", new FromWorker.FileWritten(new Line(1), new Version(1), file));
  }

  private List<Long> lastAssigned() {
    List<ToWorker.AssignTasks> all = job.said("w0", ToWorker.AssignTasks.class);
    return all.get(all.size() - 1).tasks().stream().map(task -> task.slot().number()).toList();
  }

  /**
   * The worker has told the master before of its tasks, and tells the new one of the file alone.
   */
  @Test
  void assignsMoreTasksAfterAFileOfAllThatTheWorkerHoldsUnderANewMaster() {
    job.cut().startReplacements();
    assertThat(lastAssigned()).containsExactly(0L, 1L);
    job.takeOver("w0").cutAgain().registerAgain("w0");
    assertThat(lastAssigned()).containsExactly(0L, 1L);

    written("part-00000-1-1", 0, 1);

    assertThat(lastAssigned()).containsExactly(2L, 3L);
  }

  @Test
  void countsTheBrokenRecordsOfRowsWithoutLabels() {
    job.cut().startReplacements();
    Metrics metrics = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO, 2);

    written("part-00000-1-1", new Evaluation(metrics, ScoreCounts.NONE, ScoreCounts.NONE), 0, 1);

    assertThat(job.view().progress().badRecords()).isEqualTo(2);
  }
}
