package trainer.master.job.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** Nothing is ordered that the journal does not allow, and the journal may be away for a while. */
class OrderWindowTest {
  private static final int VERSION_MILLIS = 500;
  private static final int VERSIONS = 2400;
  private static final long AWAY = Duration.ofSeconds(70).toMillis();
  private static final long THERE = Duration.ofSeconds(20).toMillis();

  private final DrivenJob job =
      new DrivenJob(
              8,
              0,
              Map.of("trainer.minibatch.blocks", "8", "trainer.epochs", String.valueOf(VERSIONS)))
          .run();

  private List<Long> bounds() {
    return job.facts(TrainingFact.WindowOpened.class).stream()
        .map(TrainingFact.WindowOpened::upTo)
        .toList();
  }

  private void tellSafe() {
    for (JobEffect.TellWindowSafe asked : job.actions(JobEffect.TellWindowSafe.class)) {
      job.tell(new JobEvent.WindowSafe(asked.upTo()));
    }
  }

  @Test
  void aJournalThatIsAwayForAMinuteAgainAndAgainStopsNothing() {
    for (long version = 1; version <= VERSIONS; version++) {
      job.pass(Duration.ofMillis(VERSION_MILLIS)).commit(version);
      if (version * VERSION_MILLIS % (AWAY + THERE) < THERE) {
        tellSafe();
        job.wanted().clear();
      }
    }

    assertThat(job.wanted().awaited(TrainingFact.WindowOpened.class)).hasSize(1);
    assertThat(bounds()).isSorted().last().isEqualTo((long) VERSIONS);
  }

  @Test
  void ordersBeyondWhatIsSafeWaitForTheRecord() {
    long bound = bounds().get(0);
    for (long version = 1;
        job.wanted().awaited(TrainingFact.WindowOpened.class).size() < 2;
        version++) {
      assertThat(job.said(ToWorker.Order.class))
          .allMatch(order -> order.version().number() <= bound);
      job.commit(version);
    }

    assertThat(job.said(ToWorker.Order.class))
        .last()
        .matches(order -> order.version().number() > bound);
  }

  @Test
  void aNewMasterNeedNotRecordWhatIsInTheJournal() {
    job.commit(1).commit(2).takeOver("p0", "w0");
    job.cutAgain();
    job.registerAgain("p0").registerAgain("w0");

    assertThat(job.wanted().awaited(TrainingFact.WindowOpened.class)).hasSize(1);
  }
}
