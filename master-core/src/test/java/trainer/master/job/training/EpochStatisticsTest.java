package trainer.master.job.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.Moved;
import trainer.core.message.Reading;
import trainer.core.message.Staleness;
import trainer.core.message.WorkerTotals;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobView;

/** What each epoch took. */
class EpochStatisticsTest {
  private static DrivenJob job(String sync) {
    return new DrivenJob(
            8, 0, Map.of("trainer.sync", sync, "trainer.epochs", "2", "trainer.workers", "2"))
        .run();
  }

  private static WorkerTotals totals(long sent, long received) {
    return new WorkerTotals(
        new Moved(sent, received), new Reading(sent / 10, sent, 2 * sent, received));
  }

  private static void share(DrivenJob job, String worker, long version, WorkerTotals moved) {
    job.pass(Duration.ofMillis(500));
    job.say(worker, new FromWorker.ShareDone(new Line(1), new Version(version), 0, 10, 5, moved));
  }

  private static void task(DrivenJob job, String worker, long slot, WorkerTotals moved) {
    job.pass(Duration.ofMillis(500));
    job.say(
        worker,
        new FromWorker.TaskDone(
            new Line(1), new Version(1), new Slot(slot), Metrics.NONE, Staleness.NONE, moved));
  }

  @Test
  void whatAWorkerExchangedSinceItsLastShareCountsForTheEpochOfThisOne() {
    DrivenJob job = job("bsp");
    long perEpoch = job.view().versions() / 2;
    share(job, "w0", 1, totals(100, 10));
    share(job, "w1", 1, totals(50, 5));
    share(job, "w0", perEpoch, totals(180, 30));
    share(job, "w0", perEpoch + 1, totals(200, 40));
    share(job, "w1", perEpoch + 1, totals(51, 7));

    List<JobView.Epoch> epochs = job.view().progress().perEpoch();

    assertThat(epochs).extracting(JobView.Epoch::number).containsExactly(1, 2);
    assertThat(epochs)
        .extracting(JobView.Epoch::totals)
        .containsExactly(totals(230, 35), totals(21, 12));
    assertThat(epochs.get(0).millis()).isGreaterThanOrEqualTo(1500);
    assertThat(epochs.get(1).millis()).isEqualTo(1000);
  }

  @Test
  void aTaskBelongsToTheEpochOfItsTurn() {
    DrivenJob job = job("async");
    long tasks = job.view().tasks().todo() + job.view().tasks().pending();
    task(job, "w0", 0, totals(100, 10));
    task(job, "w0", tasks / 2, totals(120, 11));

    assertThat(job.view().progress().perEpoch())
        .extracting(JobView.Epoch::totals)
        .containsExactly(totals(100, 10), totals(20, 1));
  }

  @Test
  void anEpochWhoseBeginningNobodySawIsLeftOut() {
    DrivenJob job = job("bsp");
    share(job, "w0", job.view().versions(), totals(100, 10));

    assertThat(job.view().progress().perEpoch()).isEmpty();
  }

  @Test
  void theRecordsOfAnEpochAreExactFromItsEndOn() {
    DrivenJob job =
        new DrivenJob(64, 0, Map.of("trainer.epochs", "9", "trainer.minibatch.blocks", "4")).run();
    long perEpoch = job.view().versions() / 9;
    for (long version = 1; version <= perEpoch + 3; version++) {
      job.commit(version);
    }
    assertThat(job.view().progress().records()).isEqualTo(perEpoch * DrivenJob.RECORDS);
  }

  @Test
  void aStatusCarriesTheNewestThousandEpochs() {
    DrivenJob job =
        new DrivenJob(8, 0, Map.of("trainer.epochs", "3000", "trainer.workers", "2")).run();
    long perEpoch = job.view().versions() / 3000;
    for (int epoch = 1; epoch <= 1500; epoch++) {
      share(job, "w0", epoch * perEpoch, totals(epoch, epoch));
    }
    assertThat(job.view().progress().perEpoch()).hasSize(1000);
    assertThat(job.view().progress().perEpoch().get(999).number()).isEqualTo(1500);
  }
}
