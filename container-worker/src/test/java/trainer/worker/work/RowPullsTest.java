package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerAction.Connect;
import trainer.worker.api.WorkerAction.Disconnect;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Score;
import trainer.worker.api.WorkerAction.SendDrop;
import trainer.worker.api.WorkerAction.SendKeys;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendToMaster;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.RoutedKeyList;

class RowPullsTest {
  private final PartitionMap map = DrivenWorker.map(1, 2, 1);
  private final LaneId first = LaneId.of(map).get(0);
  private final LaneId second = LaneId.of(map).get(1);
  private final RowPulls pulls = new RowPulls();
  private final List<WorkerAction> actions = new ArrayList<>();

  @BeforeEach
  void connect() {
    actions.addAll(
        pulls.step(
            new ToMember.Welcome(
                new Term(1), new Incarnation(7), new Line(1), Version.INITIAL, new Line(1), map),
            1));
    assertThat(take(Connect.class)).extracting(Connect::lane).containsExactly(first, second);
    step(new WorkerEvent.Connected(first));
    step(new WorkerEvent.Connected(second));
  }

  private void step(WorkerEvent event) {
    actions.addAll(pulls.step(event, 1));
  }

  private void line(long term, long line, PartitionMap newMap) {
    actions.addAll(
        pulls.step(
            new ToMember.NewLine(
                new Term(term),
                new Line(line),
                Version.INITIAL,
                Line.NONE,
                new Line(line),
                newMap,
                "hdfs://x/model"),
            1));
  }

  private long begin() {
    long number = pulls.nextNumber();
    actions.addAll(
        pulls.step(new WorkerEvent.Prepared(number, RoutedKeyList.ONCE, DrivenWorker.KEYS), 1));
    return number;
  }

  private void values(LaneId lane, long line, SendPull pull) {
    step(new WorkerEvent.Values(lane, pull.request(), line, 0, new float[2]));
  }

  private <T extends WorkerAction> List<T> take(Class<T> kind) {
    List<T> taken = actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    actions.removeIf(kind::isInstance);
    return taken;
  }

  @Test
  void readsEachLanesPartOfTheKeys() {
    long number = begin();
    assertThat(take(SendKeys.class))
        .noneMatch(SendKeys::train)
        .extracting(keys -> keys.keys().keys())
        .containsExactly(new long[] {9, 8}, new long[] {7, 5});
    List<SendPull> sent = take(SendPull.class);
    assertThat(sent).allMatch(pull -> pull.line() == 1 && pull.version() == 0);
    values(first, 1, sent.get(0));
    assertThat(take(Score.class)).isEmpty();
    values(second, 1, sent.get(1));
    assertThat(take(Score.class)).extracting(Score::work).containsExactly(number);
    assertThat(take(Forget.class)).extracting(Forget::work).containsExactly(number);
    assertThat(take(SendDrop.class)).extracting(SendDrop::lane).containsExactly(first, second);
  }

  @Test
  void severalPullsAreUnderWayAtOnce() {
    long one = begin();
    long other = begin();
    List<SendPull> sent = take(SendPull.class);
    values(first, 1, sent.get(2));
    values(second, 1, sent.get(3));
    assertThat(take(Score.class)).extracting(Score::work).containsExactly(other);
    values(first, 1, sent.get(0));
    values(second, 1, sent.get(1));
    assertThat(take(Score.class)).extracting(Score::work).containsExactly(one);
  }

  @Test
  void aLostPserverIsAskedAgainUnderTheNextLineAndTheValuesOfTheOtherStay() {
    begin();
    List<SendPull> sent = take(SendPull.class);
    take(SendKeys.class);
    values(second, 1, sent.get(1));
    step(new WorkerEvent.Lost(first));
    PartitionMap.Pserver other = new PartitionMap.Pserver(new Incarnation(20), 0, "host9", 4000, 1);
    PartitionMap next = new PartitionMap(2, List.of(other, map.pservers().get(1)), map.copies());
    line(1, 2, next);
    LaneId replaced = LaneId.of(next).get(0);
    step(new WorkerEvent.Connected(replaced));
    List<SendPull> again = take(SendPull.class);
    assertThat(again).extracting(SendPull::lane).containsExactly(replaced);
    assertThat(again).extracting(SendPull::line).containsExactly(2L);
    values(replaced, 2, again.get(0));
    assertThat(take(Score.class)).hasSize(1);
  }

  @Test
  void aLaneThatIsBehindIsAskedAgainAtTheNextTick() {
    begin();
    SendPull pull = take(SendPull.class).get(0);
    step(
        new WorkerEvent.Refused(
            first, false, pull.request(), 1, 1, 0, WorkerEvent.Reason.NOT_SERVING));
    assertThat(take(SendPull.class)).isEmpty();
    step(new WorkerEvent.Tick());
    assertThat(take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
  }

  @Test
  void anEvictedListIsSentAgain() {
    begin();
    SendPull pull = take(SendPull.class).get(0);
    take(SendKeys.class);
    step(
        new WorkerEvent.Refused(
            first, false, pull.request(), 1, 1, 0, WorkerEvent.Reason.UNKNOWN_LIST));
    assertThat(take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
    assertThat(take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
  }

  @Test
  void aLineOfAnOlderMasterIsIgnored() {
    line(3, 2, DrivenWorker.map(2, 2, 1));
    take(Connect.class);
    line(2, 3, DrivenWorker.map(3, 1, 1));
    assertThat(take(Disconnect.class)).isEmpty();
  }

  @Test
  void aPullThatALaneCannotReadIsReported() {
    long number = begin();
    SendPull pull = take(SendPull.class).get(0);
    step(
        new WorkerEvent.Refused(
            first, false, pull.request(), 1, 1, 0, WorkerEvent.Reason.BAD_CONTENT));
    assertThat(take(Forget.class)).extracting(Forget::work).containsExactly(number);
    assertThat(take(SendToMaster.class))
        .extracting(SendToMaster::message)
        .singleElement()
        .isInstanceOfSatisfying(
            FromMember.MemberFailure.class,
            failed -> assertThat(failed.failure().kind()).isEqualTo(FailureKind.UNEXPECTED));
  }

  @Test
  void anEventOfTrainingIsABug() {
    assertThatThrownBy(() -> step(new WorkerEvent.Acked(first, 1, 1, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
