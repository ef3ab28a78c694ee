package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.worker.api.WorkerAction.Connect;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

class LaneConnectionsTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();
  private final LaneId first = driven.lanes().get(0);

  @Test
  void connectsToEveryLaneOfTheMap() {
    DrivenWorker fresh = new DrivenWorker(2, 2);
    fresh.receive(
        new ToMember.Welcome(
            new Term(1), new Incarnation(100), new Line(1), Version.INITIAL, Line.NONE, fresh.map));
    assertThat(fresh.take(Connect.class))
        .extracting(Connect::lane)
        .containsExactlyElementsOf(fresh.lanes());
  }

  @Test
  void complainsOfALaneThatCannotBeReachedForLong() {
    driven.step(new WorkerEvent.Lost(first));
    driven.pass(Duration.ofSeconds(3));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.sent()).isEmpty();
    driven.pass(Duration.ofSeconds(2));
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.sent())
        .hasSize(2)
        .containsOnly(new FromWorker.Unreachable(first.pserver().incarnation()));
  }

  @Test
  void complainsOfALaneThatWasSilentForLongAsSoonAsItCannotBeReachedAgain() {
    driven.step(new WorkerEvent.Lost(first, Duration.ofSeconds(5).toNanos()));
    assertThat(driven.sent()).as("another connection may do").isEmpty();
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.sent())
        .containsExactly(new FromWorker.Unreachable(first.pserver().incarnation()));
  }

  @Test
  void aConnectionThatComesBackIsNoReasonToComplain() {
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Connected(first));
    driven.pass(Duration.ofSeconds(5));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.sent()).isEmpty();
  }
}
