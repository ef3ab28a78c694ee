package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Speculated;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenInput;
import trainer.master.job.DrivenJob;

/** Shares that lag behind and are computed by a second worker, too. */
class SpeculativeExecutionTest {
  private static final List<String> WORKERS = List.of("w0", "w1", "w2", "w3");
  private static final Failure BAD =
      new Failure(FailureKind.DATA_INVALID, "bad line", "file:/a", "mend it");

  private DrivenJob job = job(Map.of());

  /** Four workers, of whose four blocks of a mini-batch each has one. */
  private static DrivenJob job(Map<String, String> settings) {
    return job(new DrivenInput(64, 0), settings);
  }

  private static DrivenJob job(DrivenInput input, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.workers", "4");
    all.put("trainer.workers.min", "4");
    return new DrivenJob(input, all).run();
  }

  /** The shares of a version as given to a worker, in that order. */
  private List<Integer> given(String worker, long version) {
    return job.said(worker, ToWorker.Order.class).stream()
        .filter(order -> order.version().number() == version)
        .map(order -> order.share().number())
        .toList();
  }

  private void done(String worker, long version, int share) {
    job.say(
        worker, new FromWorker.ShareDone(new Line(1), new Version(version), share, 10, 1_000_000));
  }

  /** All workers but the last have done theirs after a tenth of a second. */
  private int allButTheLastAreDone(long version) {
    job.pass(Duration.ofMillis(100));
    for (String worker : WORKERS.subList(0, 3)) {
      done(worker, version, given(worker, version).get(0));
    }
    return given("w3", version).get(0);
  }

  private String second(long version, int share) {
    return WORKERS.subList(0, 3).stream()
        .filter(worker -> given(worker, version).contains(share))
        .findFirst()
        .orElse(null);
  }

  /** What a worker was told to leave of version 1. */
  private List<ToWorker.Cancel> cancels(String worker) {
    return job.said(worker, ToWorker.Cancel.class).stream()
        .filter(cancel -> cancel.version().number() == 1)
        .toList();
  }

  private void answers(String worker) {
    answers(job, worker);
  }

  private static void answers(DrivenJob of, String worker) {
    List<ToMember.Probe> probes = of.said(worker, ToMember.Probe.class);
    long last = probes.get(probes.size() - 1).number();
    of.say(worker, new FromMember.Heartbeat(last, 0, -1));
  }

  @Test
  void isDoneOnceAShareTookOneAndAHalfTimesAsLongAsTheOthers() {
    int slow = allButTheLastAreDone(1);
    assertThat(second(1, slow)).isNull();
    job.pass(Duration.ofMillis(100));
    assertThat(second(1, slow)).isNotNull();
    job.pass(Duration.ofSeconds(1));
    assertThat(job.view().synchronisation().speculated()).isEqualTo(Speculated.NOTHING);
    job.commit(1);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().synchronisation().speculated().duplicates())
        .as("one second worker at most")
        .isEqualTo(1);
  }

  @Test
  void waitsLongerWhereASecondWorkerWouldDecodeAWholeUnit() {
    job = job(new DrivenInput(64, 0, 16, List.of()), Map.of());
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofSeconds(1));
    assertThat(second(1, slow)).isNull();
    job.pass(Duration.ofMillis(100));
    assertThat(second(1, slow)).isNotNull();
  }

  @Test
  void theFirstToFinishWinsAndTheOtherIsToldToLeaveIt() {
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(200));
    String second = second(1, slow);
    done(second, 1, slow);
    assertThat(cancels("w3"))
        .containsExactly(new ToWorker.Cancel(DrivenJob.TERM, new Line(1), new Version(1), slow));
    assertThat(cancels(second)).isEmpty();
    done("w3", 1, slow); // it was only a little slower
    job.commit(1);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().synchronisation().speculated()).isEqualTo(new Speculated(1, 1, 1, 0));
  }

  @Test
  void theFirstWorkerMayWinAsWell() {
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(200));
    String second = second(1, slow);
    done("w3", 1, slow);
    assertThat(cancels(second)).hasSize(1);
    job.commit(1);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().synchronisation().speculated()).isEqualTo(new Speculated(1, 0, 1, 0));
  }

  @Test
  void whoWonIsCountedWhenItIsHeardAfterTheCommit() {
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(200));
    String second = second(1, slow);
    job.commit(1);
    assertThat(cancels("w3")).hasSize(1);
    done(second, 1, slow);
    done("w3", 1, slow);
    job.commit(2);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().synchronisation().speculated()).isEqualTo(new Speculated(1, 1, 1, 0));
  }

  @Test
  void whoIsLeftGoesOnWhenTheOtherDies() {
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(200));
    String second = second(1, slow);
    job.ends("w3", 137);
    assertThat(WORKERS.stream().filter(worker -> given(worker, 1).contains(slow)))
        .containsExactlyInAnyOrder("w3", second);
    job.ends(second, 137);
    job.pass(Duration.ofMillis(200));
    assertThat(WORKERS.stream().filter(worker -> given(worker, 1).contains(slow)))
        .as("given anew when both are dead")
        .hasSizeGreaterThan(2);
  }

  @Test
  void aFailureOfTheSecondProvesNothingYet() {
    int slow = allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(200));
    String second = second(1, slow);
    job.say(second, new FromWorker.ShareFailed(new Line(1), new Version(1), slow, -1, BAD));
    assertThat(job.view().failure()).isNull();
    job.say("w3", new FromWorker.ShareFailed(new Line(1), new Version(1), slow, -1, BAD));
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.DATA_INVALID);
  }

  @Test
  void isNotDoneWhenItIsSwitchedOff() {
    DrivenJob off = job(Map.of("trainer.speculation", "false"));
    off.pass(Duration.ofMillis(100));
    for (String worker : WORKERS.subList(0, 3)) {
      int share = off.said(worker, ToWorker.Order.class).get(0).share().number();
      off.say(worker, new FromWorker.ShareDone(new Line(1), new Version(1), share, 10, 1_000_000));
    }
    off.pass(Duration.ofSeconds(3)).commit(1).pass(Duration.ofSeconds(2));
    assertThat(off.view().synchronisation().speculated()).isEqualTo(Speculated.NOTHING);
  }

  @Test
  void replacesNoWorkerThatIsAMomentBehindSharesThatWereDoneEarly() {
    DrivenJob many = job(Map.of("trainer.epochs", "40"));
    for (long version = 1; version <= 300; version++) {
      for (String worker : WORKERS.subList(0, 3)) {
        doneOf(many, worker, version + 1);
      }
      many.pass(Duration.ofMillis(150));
      doneOf(many, "w3", version);
      many.pass(Duration.ofMillis(20)).commit(version);
    }
    many.pass(Duration.ofSeconds(2));
    assertThat(many.view().synchronisation().speculated().replaced()).isZero();
  }

  @Test
  void saysHowLongAReplacedWorkerTookAndTheOthers() {
    DrivenJob many = job(Map.of("trainer.epochs", "40"));
    for (long version = 1; version <= 100; version++) {
      many.pass(Duration.ofMillis(100));
      for (String worker : WORKERS.subList(0, 3)) {
        doneOf(many, worker, version);
      }
      many.pass(Duration.ofMillis(400));
      answers(many, "w3");
      many.commit(version);
    }
    assertThat(many.view().synchronisation().speculated().replaced()).isEqualTo(1);
    assertThat(many.view().processes().members())
        .filteredOn(member -> !member.why().isEmpty())
        .singleElement()
        .satisfies(
            member -> {
              assertThat(member.state()).isEqualTo("dead");
              assertThat(member.why())
                  .isEqualTo("it is slow: a share takes it 0.5 s, the others 0.1 s");
            });
  }

  private static void doneOf(DrivenJob of, String worker, long version) {
    of.said(worker, ToWorker.Order.class).stream()
        .filter(order -> order.version().number() == version)
        .forEach(
            order ->
                of.say(
                    worker,
                    new FromWorker.ShareDone(
                        new Line(1), new Version(version), order.share().number(), 10, 1_000_000)));
  }

  @Test
  void atMostATenthOfAllIsComputedTwice() {
    for (long version = 1; version <= 200 && version <= job.view().versions(); version++) {
      allButTheLastAreDone(version);
      job.pass(Duration.ofMillis(100));
      answers("w3");
      job.commit(version);
    }
    job.pass(Duration.ofSeconds(2));
    long blocks = 4 * job.view().version();
    assertThat(job.view().synchronisation().speculated().duplicates())
        .isLessThanOrEqualTo(32 + blocks / 10);
  }

  @Test
  void whoLagsAndDoesNotAnswerIsGivenNothingMore() {
    int slow = allButTheLastAreDone(1);
    List<Integer> ahead = given("w3", 2);
    assertThat(ahead).hasSize(1);
    job.pass(Duration.ofMillis(100));
    assertThat(job.said("w3", ToWorker.Cancel.class))
        .as("what it was given ahead is done by others")
        .contains(new ToWorker.Cancel(DrivenJob.TERM, new Line(1), new Version(2), ahead.get(0)));
    assertThat(second(2, ahead.get(0))).isNotNull();
    done(second(1, slow), 1, slow);
    job.commit(1);
    assertThat(job.view().version()).isEqualTo(1);
    assertThat(given("w3", 4)).as("opened since").isEmpty();
    assertThat(given("w0", 4)).isNotEmpty();

    answers("w3");
    job.commit(2);
    assertThat(given("w3", 5)).as("it is there again, and has nothing to catch up with").hasSize(1);
  }

  @Test
  void whoIsSlowAndAnswersIsGivenMore() {
    allButTheLastAreDone(1);
    job.pass(Duration.ofMillis(100));
    answers("w3");
    job.commit(1);
    assertThat(given("w3", 4)).hasSize(1);
  }
}
