package trainer.appmaster.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Fact;
import trainer.core.fact.ResultFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.journal.Facts;
import trainer.master.job.api.JobEffect;
import trainer.master.session.Action;
import trainer.master.session.Action.Durability;

class GateTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  private final RecordingFacts facts = new RecordingFacts();
  private final List<Long> performed = new ArrayList<>();
  private final Gate gate = new Gate(facts, action -> performed.add(numberOf(action)));

  @Test
  void performsAtOnceWhatFollowsNoFact() {
    gate.pass(List.of(act(1), act(2)));

    assertThat(performed).containsExactly(1L, 2L);
  }

  @Test
  void nothingLeavesBeforeTheFactBeforeItIsSafe() {
    gate.pass(List.of(act(1), fact(Durability.BEFORE_WHAT_FOLLOWS), act(2)));

    assertThat(performed).containsExactly(1L);
    gate.safe(1);
    assertThat(performed).containsExactly(1L, 2L);
  }

  @Test
  void factsAreHandedOverWithoutWaitingForEarlierOnes() {
    gate.pass(
        List.of(
            fact(Durability.BEFORE_WHAT_FOLLOWS),
            act(1),
            fact(Durability.BEFORE_WHAT_FOLLOWS),
            act(2)));

    assertThat(facts.count).isEqualTo(2);
    gate.safe(1);
    assertThat(performed).containsExactly(1L);
    gate.safe(2);
    assertThat(performed).containsExactly(1L, 2L);
  }

  @Test
  void laterEventsWaitBehindAnEarlierFact() {
    gate.pass(List.of(fact(Durability.BEFORE_WHAT_FOLLOWS)));
    gate.pass(List.of(act(1)));
    gate.pass(List.of(act(2)));

    assertThat(performed).isEmpty();
    gate.safe(1);
    assertThat(performed).containsExactly(1L, 2L);
  }

  @Test
  void nothingWaitsForAFactWrittenBehind() {
    gate.pass(List.of(fact(Durability.BEHIND), act(1)));

    assertThat(performed).containsExactly(1L);
  }

  @Test
  void aViewIsShownThoughAStoreIsAwayAsLongAsNothingElseWaits() {
    gate.pass(List.of(fact(Durability.BEHIND), show(), act(1)));

    assertThat(performed).containsExactly(-1L, 1L);
  }

  @Test
  void whatTrailsWaitsForEveryFactBeforeItAndNothingWaitsForIt() {
    gate.pass(List.of(fact(Durability.BEHIND), trailing(), fact(Durability.BEHIND), act(1)));

    assertThat(performed).containsExactly(1L);
    gate.safe(1);
    assertThat(performed).containsExactly(1L, -2L);
  }

  @Test
  void theViewBeforeTheEndAndWhatTrailsComeBeforeTheEndIsActedOn() {
    gate.pass(List.of(fact(Durability.BEHIND), trailing()));
    gate.pass(List.of(fact(Durability.BEFORE_WHAT_FOLLOWS), show(), act(1)));

    assertThat(performed).isEmpty();
    gate.safe(2);
    assertThat(performed).containsExactly(-1L, -2L, 1L);
  }

  @Test
  void aStoreThatIsAwayHoldsOneViewHoweverLongItIs() {
    gate.pass(List.of(fact(Durability.BEFORE_WHAT_FOLLOWS)));
    for (int i = 1; i <= 100; i++) {
      gate.pass(List.of(fact(Durability.BEHIND), show()));
    }
    gate.safe(1);

    assertThat(performed).containsExactly(-1L);
  }

  @Test
  void aViewThatAnActionFollowsIsShownBeforeItWhateverFollows() {
    gate.pass(List.of(fact(Durability.BEFORE_WHAT_FOLLOWS), show(), act(1)));
    gate.pass(List.of(fact(Durability.BEFORE_WHAT_FOLLOWS), show(), act(2)));
    gate.safe(1);

    assertThat(performed).containsExactly(-1L, 1L);
    gate.safe(2);
    assertThat(performed).containsExactly(-1L, 1L, -1L, 2L);
  }

  private static Action act(long connection) {
    return new Action.OfJob(JOB, new JobEffect.Accept(connection, new Incarnation(connection)));
  }

  private static Action show() {
    return new Action.OfJob(JOB, new JobEffect.Show(null));
  }

  private static Action trailing() {
    return new Action.OfJob(JOB, new JobEffect.TellWindowSafe(1));
  }

  private static Action fact(Durability durability) {
    return new Action.Append(JOB, new ResultFact.FinalVersion(new Version(1)), durability);
  }

  private static long numberOf(Action performed) {
    JobEffect action = ((Action.OfJob) performed).action();
    if (action instanceof JobEffect.Accept accept) {
      return accept.connection();
    }
    return action instanceof JobEffect.Show ? -1 : -2;
  }

  private static final class RecordingFacts implements Facts {
    private long count;

    @Override
    public void start(LongConsumer safe) {}

    @Override
    public long append(JobId job, Fact fact) {
      return ++count;
    }
  }
}
