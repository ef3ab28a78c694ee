package trainer.worker.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.RepeatedSums;
import trainer.core.message.ToMember;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendDrop;
import trainer.worker.api.WorkerAction.SendKeys;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;
import trainer.worker.work.DrivenWorker;

/** Key lists that serve one share after the other. */
class KeyListsTest {
  private final DrivenWorker driven = new DrivenWorker(1, 2).ready();
  private final List<LaneId> lanes = driven.lanes();

  private long prepared(long version, long list) {
    driven.receive(DrivenWorker.order(1, version, 0, Math.max(0, version - 3)));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, list, DrivenWorker.KEYS));
    return work;
  }

  private void finish(long work, long version) {
    driven.valuesFromAll(work, version - 1);
    driven.computed(work);
    driven.ackedByAll(version, 0);
  }

  private void done(long version, long list) {
    finish(prepared(version, list), version);
  }

  private void unknown(long work) {
    driven.step(
        new WorkerEvent.Refused(
            lanes.get(0), false, work, 1, 1, 0, WorkerEvent.Reason.UNKNOWN_LIST));
  }

  @Test
  void aListIsToldOnceAndNamedAfterwards() {
    done(1, 7);
    List<Long> named = driven.take(SendKeys.class).stream().map(SendKeys::list).toList();
    assertThat(named).hasSize(2);
    assertThat(driven.take(SendPull.class)).extracting(SendPull::list).isEqualTo(named);
    assertThat(driven.take(SendPush.class)).extracting(push -> push.keys().id()).isEqualTo(named);
    done(2, 7);
    assertThat(driven.take(SendKeys.class)).isEmpty();
    assertThat(driven.take(SendDrop.class)).isEmpty();
    List<SendPull> pulls = driven.take(SendPull.class);
    assertThat(pulls).extracting(SendPull::list).isEqualTo(named);
    assertThat(pulls).extracting(SendPull::request).doesNotContainAnyElementsOf(named);
    assertThat(driven.take(SendPush.class)).extracting(push -> push.keys().id()).isEqualTo(named);
  }

  @Test
  void aListWithoutANumberIsDroppedWhenItsShareIsPushed() {
    done(1, 0);
    assertThat(driven.take(SendDrop.class)).hasSize(2);
    done(2, 0);
    assertThat(driven.take(SendKeys.class)).hasSize(4);
  }

  @Test
  void twoSharesAtOnceHaveAListEach() {
    long one = prepared(1, 7);
    long other = prepared(2, 7);
    List<SendKeys> sent = driven.take(SendKeys.class);
    assertThat(sent).hasSize(4);
    assertThat(sent).extracting(SendKeys::list).containsExactly(one, one, other, other);
    finish(one, 1);
    assertThat(driven.take(SendDrop.class)).isEmpty();
    finish(other, 2);
    assertThat(driven.take(SendDrop.class)).as("one is enough").hasSize(2);
  }

  @Test
  void aRetiredListIsDroppedAtOnceOrWhenItsShareIsPushed() {
    done(1, 7);
    driven.step(new WorkerEvent.Retired(7));
    assertThat(driven.take(SendDrop.class)).hasSize(2);
    long work = prepared(2, 8);
    driven.step(new WorkerEvent.Retired(8));
    assertThat(driven.take(SendDrop.class)).isEmpty();
    finish(work, 2);
    assertThat(driven.take(SendDrop.class)).hasSize(2);
    done(3, 8);
    assertThat(driven.take(SendKeys.class)).as("of the three").hasSize(6);
  }

  @Test
  void anotherConnectionIsToldAgain() {
    done(1, 7);
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(lanes.get(0)));
    driven.step(new WorkerEvent.Connected(lanes.get(0)));
    assertThat(driven.take(SendKeys.class)).as("not before it is needed").isEmpty();
    done(2, 7);
    assertThat(driven.take(SendKeys.class))
        .extracting(SendKeys::lane)
        .containsExactly(lanes.get(0));
  }

  @Test
  void whatALaneKnowsOfEqualSumsIsForgottenWithTheConnection() {
    RepeatedSums.Groups groups = RepeatedSums.Groups.of(new char[2], 0);
    done(1, 7);
    driven.take(SendPush.class).forEach(push -> push.keys().equal().set(0, groups));
    driven.step(new WorkerEvent.Lost(lanes.get(0)));
    driven.step(new WorkerEvent.Connected(lanes.get(0)));
    done(2, 7);
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.keys().equal().of(0))
        .containsExactly(null, groups);
  }

  @Test
  void whatALaneKnowsOfEqualSumsIsForgottenWithTheList() {
    RepeatedSums.Groups groups = RepeatedSums.Groups.of(new char[2], 0);
    done(1, 7);
    driven.take(SendPush.class).forEach(push -> push.keys().equal().set(0, groups));
    long work = prepared(2, 7);
    driven.valuesFromAll(work, 1);
    driven.computed(work);
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.keys().equal().of(0))
        .containsExactly(groups, groups);
    driven.step(
        new WorkerEvent.Refused(lanes.get(0), true, 0, 1, 1, 1, WorkerEvent.Reason.UNKNOWN_LIST));
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.keys().equal().of(0))
        .containsOnlyNulls();
  }

  @Test
  void aNewLineTellsAgainWithTheSameNumbers() {
    done(1, 7);
    List<Long> named = driven.take(SendKeys.class).stream().map(SendKeys::list).toList();
    driven.receive(
        new ToMember.NewLine(
            new Term(1), new Line(2), new Version(1), new Line(1), Line.NONE, driven.map, ""));
    driven.receive(DrivenWorker.order(2, 2, 0, 1));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, 7, DrivenWorker.KEYS));
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::list).isEqualTo(named);
  }

  @Test
  void aMapThatCutsTheListInAnotherWayGivesItsPartsOtherNumbers() {
    done(1, 7);
    List<Long> named = driven.take(SendKeys.class).stream().map(SendKeys::list).toList();
    driven.receive(
        new ToMember.NewLine(
            new Term(1),
            new Line(2),
            new Version(1),
            new Line(1),
            Line.NONE,
            DrivenWorker.map(2, 2, 2),
            ""));
    assertThat(driven.take(SendDrop.class)).extracting(SendDrop::list).isSubsetOf(named).hasSize(1);
    driven.receive(DrivenWorker.order(2, 2, 0, 1));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, 7, DrivenWorker.KEYS));
    assertThat(driven.take(SendKeys.class))
        .filteredOn(keys -> keys.keys().keys().length != 2)
        .extracting(SendKeys::list)
        .doesNotContainAnyElementsOf(named);
  }

  @Test
  void aForgottenListIsToldAgainAtOnceAndLessIsKept() {
    done(1, 7);
    done(2, 8);
    done(3, 9);
    long work = prepared(4, 7);
    driven.forgetActions();
    unknown(work);
    assertThat(driven.take(SendKeys.class))
        .extracting(SendKeys::lane)
        .containsExactly(lanes.get(0));
    assertThat(driven.take(SendPull.class)).hasSize(1);
    assertThat(driven.take(SendDrop.class)).as("one of the others").hasSize(2);
    finish(work, 4);
    done(5, 10);
    assertThat(driven.take(SendDrop.class)).as("there is no room for it").hasSize(2);
  }

  @Test
  void ofAListThatIsToldAgainThePushIsRepeatedToo() {
    long work = prepared(1, 7);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.forgetActions();
    driven.step(
        new WorkerEvent.Refused(lanes.get(0), true, 0, 1, 1, 0, WorkerEvent.Reason.UNKNOWN_LIST));
    assertThat(driven.take(SendKeys.class)).hasSize(1);
    assertThat(driven.take(SendPush.class)).hasSize(1);
  }
}
