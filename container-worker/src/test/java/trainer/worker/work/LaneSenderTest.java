package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Connect;
import trainer.worker.api.WorkerAction.Disconnect;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendKeys;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

class LaneSenderTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();
  private final LaneId first = driven.lanes().get(0);

  @Test
  void sendsKeysAndPullToEveryLaneAlsoThoseWithoutKeys() {
    driven.receive(DrivenWorker.order(1, 3, 0, 0));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, KeyList.EMPTY));
    assertThat(driven.take(SendKeys.class)).hasSize(4).allMatch(SendKeys::train);
    assertThat(driven.take(SendPull.class))
        .hasSize(4)
        .allMatch(pull -> pull.line() == 1 && pull.version() == 2);
  }

  @Test
  void cutsTheListByLane() {
    driven.orderedAndPrepared(1, 0);
    assertThat(driven.take(SendKeys.class))
        .extracting(keys -> keys.keys().keys())
        .containsExactly(new long[] {9, 8}, new long[] {}, new long[] {}, new long[] {7, 5});
  }

  @Test
  void sendsKeysAndPullAgainOverANewConnection() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.values(driven.lanes().get(1), work, 0);
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.take(Connect.class)).extracting(Connect::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.step(new WorkerEvent.Connected(first));
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
  }

  @Test
  void pushesAgainOverANewConnectionWhatIsNotAcknowledged() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.step(new WorkerEvent.Acked(driven.lanes().get(1), 1, 1, 0));
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Lost(driven.lanes().get(1)));
    driven.step(new WorkerEvent.Connected(first));
    driven.step(new WorkerEvent.Connected(driven.lanes().get(1)));
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).isEmpty();
    assertThat(driven.take(SendPush.class)).extracting(SendPush::lane).containsExactly(first);
  }

  @Test
  void pushesToEveryCopyAndPullsFromOne() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    assertThat(two.take(SendKeys.class))
        .extracting(keys -> keys.train() + " " + Arrays.toString(keys.keys().keys()))
        .containsExactly("true [9, 7, 8, 5]", "true [9, 7, 8, 5]");
    List<SendPull> pulls = two.take(SendPull.class);
    assertThat(pulls).extracting(SendPull::partitions).containsExactly(0b0101L, 0b1010L);
    pulls.forEach(pull -> two.values(pull.lane(), pull.request(), 0));
    two.computed(work);
    assertThat(two.take(SendPush.class))
        .hasSize(2)
        .allMatch(push -> push.keys().list().places().length == 4 && push.work() == work);
  }

  @Test
  void pullsFromTheOthersWhatALostCopyDidNotAnswer() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    SendPull before = two.take(SendPull.class).get(0);
    PartitionMap left =
        new PartitionMap(2, two.map.pservers().subList(0, 1), Collections.nCopies(4, List.of(0)));
    two.receive(
        new ToMember.NewLine(
            new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, left, ""));
    assertThat(two.take(Disconnect.class)).hasSize(1);
    SendPull after = two.take(SendPull.class).get(0);
    two.values(before.lane(), before.request(), 0);
    assertThat(two.take(Compute.class)).as("a part, as it was asked for before").isEmpty();
    two.values(after.lane(), after.request(), 0);
    assertThat(two.take(Compute.class)).hasSize(1);
    two.computed(work);
    assertThat(two.take(SendPush.class)).hasSize(1);
  }
}
