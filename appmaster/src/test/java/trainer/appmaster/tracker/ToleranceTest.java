package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreBins;

class ToleranceTest {
  private static final Failure NAN =
      new Failure(FailureKind.DATA_INVALID, "the value is not a number", "a at byte 7", "mend it");

  private static Driver running(int tolerated, int held) {
    Driver driver =
        new Driver(
            Map.of(
                "trainer.epochs", "2", "trainer.input.max-bad-records", String.valueOf(tolerated)));
    return driver.startWithPservers(8, 1, held).startWorker(0);
  }

  private static FromMember.BadRecords read(long offset, long count) {
    return new FromMember.BadRecords("hdfs://x/in/a", offset, 0, count, NAN);
  }

  private static void commit(Driver driver, long version, long bad) {
    driver.say(
        "p0",
        new FromMember.Complete(1, version, new Metrics(40, ExactSum.of(7), ExactSum.ZERO, bad)));
  }

  @Test
  void withoutToleranceTheFirstBrokenRecordEndsTheJobByName() {
    Driver driver = running(0, 0).say("w0", read(0, 1));
    assertThat(driver.view().failure()).isEqualTo(NAN);
  }

  @Test
  void aBlockReadAgainCountsOnce() {
    Driver driver = running(3, 0);
    driver.say("w0", read(0, 2)).say("w0", read(10, 1)).say("w0", read(0, 2));
    assertThat(driver.view().failure()).isNull();
    driver.say("w0", read(20, 1));
    assertThat(driver.view().failure().kind()).isEqualTo(FailureKind.DATA_INVALID);
    assertThat(driver.view().failure().message())
        .contains(
            "4 broken records are more than trainer.input.max-bad-records=3",
            "the value is not a number — a at byte 7");
  }

  @Test
  void everyEpochMeetsTheSameOnes() {
    Driver driver = running(3, 0);
    commit(driver, 1, 1);
    commit(driver, 2, 2);
    commit(driver, 3, 2);
    commit(driver, 4, 1);
    assertThat(driver.view().failure()).isNull();
    assertThat(driver.view().badRecords()).isEqualTo(3);
    assertThat(driver.facts())
        .filteredOn(Fact.Progressed.class::isInstance)
        .last()
        .extracting(fact -> ((Fact.Progressed) fact).badRecords())
        .isEqualTo(3L);
  }

  @Test
  void aModelIsNeverMadeOfMoreThanIsToleratedThoughNobodySaidSo() {
    Driver driver = running(2, 0);
    commit(driver, 1, 1);
    commit(driver, 2, 2);
    assertThat(driver.view().failure().message()).contains("3 broken records", "workers' logs");
    assertThat(driver.all(TrackerAction.Publish.class)).isEmpty();
  }

  @Test
  void whatCuttingFoundAndTheHeldOutRecordsCountToo() {
    Driver driver = new Driver(Map.of("trainer.input.max-bad-records", "3"));
    driver.tell(new TrackerEvent.Started(Driver.TERM));
    driver.tell(
        new TrackerEvent.Indexed(Driver.index(4), "d", Driver.index(4), new BadRecords(2, NAN)));
    driver.container(Role.PSERVER, 0, "p0");
    driver.tell(new TrackerEvent.Standing(Role.PSERVER, 1, 1, 1, ""));
    driver.register("p0", Role.PSERVER, 0, "p0");
    driver.say("p0", new FromMember.Lined(1, 0, true)).startWorker(0);
    commit(driver, 1, 1);
    assertThat(driver.view().failure()).isNull();
    Evaluation one =
        new Evaluation(
            new Metrics(10, ExactSum.of(3), ExactSum.ZERO, 1),
            new long[ScoreBins.COUNT],
            new long[ScoreBins.COUNT]);
    driver.say("w0", new FromMember.Evaluated(0, one));
    assertThat(driver.view().failure().message()).contains("4 broken records");
    assertThat(driver.view().state()).isNotEqualTo(JobState.EXITED);
  }

  @Test
  void anInputThatIsTooBrokenToBeCutStartsNothing() {
    Driver driver = new Driver(Map.of());
    driver.tell(new TrackerEvent.Started(Driver.TERM));
    driver.tell(new TrackerEvent.Indexed(Driver.index(4), "d", null, new BadRecords(2, NAN)));
    assertThat(driver.all(TrackerAction.Want.class)).allMatch(want -> want.count() == 0);
    assertThat(driver.view().state()).isEqualTo(JobState.FAILED);
  }
}
