package trainer.pserver.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;

class LaneBarrierTest {
  private static final Metrics METRICS = new Metrics(5, ExactSum.of(9), ExactSum.ZERO);
  private final LaneBarrier barrier = new LaneBarrier(2);

  @Test
  void speaksWhenEveryLaneHasSpoken() {
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE)))
        .isNull();
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE)))
        .isNull();
    assertThat(barrier.complete(0, new FromPserver.Complete(new Line(1), new Version(1), METRICS)))
        .isEqualTo(new FromPserver.Complete(new Line(1), new Version(1), METRICS));
  }

  @Test
  void speaksAgainWhenEveryLaneSpeaksAgain() {
    barrier.complete(0, new FromPserver.Complete(new Line(1), new Version(1), METRICS));
    barrier.complete(1, new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE));
    assertThat(barrier.complete(0, new FromPserver.Complete(new Line(1), new Version(1), METRICS)))
        .isNull();
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE)))
        .isEqualTo(new FromPserver.Complete(new Line(1), new Version(1), METRICS));
  }

  @Test
  void doesNotMixVersionsOrLines() {
    barrier.complete(0, new FromPserver.Complete(new Line(1), new Version(1), METRICS));
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(1), new Version(2), Metrics.NONE)))
        .isNull();
    assertThat(barrier.complete(0, new FromPserver.Complete(new Line(1), new Version(1), METRICS)))
        .as("late word of an older version")
        .isNull();
    assertThat(barrier.complete(0, new FromPserver.Complete(new Line(2), new Version(1), METRICS)))
        .isNull();
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(1), new Version(2), Metrics.NONE)))
        .isNull();
    assertThat(
            barrier.complete(
                1, new FromPserver.Complete(new Line(2), new Version(1), Metrics.NONE)))
        .isEqualTo(new FromPserver.Complete(new Line(2), new Version(1), METRICS));
  }

  @Test
  void gathersOneAnswerOfEveryLane() {
    List<List<String>> heard = new ArrayList<>();
    LaneAnswers<String> gather = new LaneAnswers<>(2, heard::add);
    gather.add("a");
    assertThat(heard).isEmpty();
    gather.add("b");
    assertThat(heard).containsExactly(List.of("a", "b"));
  }
}
