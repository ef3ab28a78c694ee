package trainer.appmaster.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.master.report.ViewBuilder;
import trainer.master.session.Event;
import trainer.protocol.grpc.ControlListener.Answer;

class CommandsTest {
  private final List<Event> offered = new ArrayList<>();
  private final LatestViews views = new LatestViews();
  private final Commands commands =
      new Commands(
          (event, handled) -> {
            offered.add(event);
            handled.run();
          },
          views,
          new ViewBuilder().build().id());

  @Test
  void killsAndStopsAJobThatRuns() {
    views.show(new ViewBuilder().state(JobState.RUNNING, null).build());

    assertThat(kill().accepted()).isTrue();
    assertThat(stop().accepted()).isTrue();
    assertThat(offered).hasSize(2);
  }

  @Test
  void saysNoOnceAFailureHasDecidedTheEndThoughProcessesAreStillLeaving() {
    Failure lost = new Failure(FailureKind.WORKERS_LOST, "too many lost", "", "");
    views.show(new ViewBuilder().state(JobState.RUNNING, lost).build());

    assertThat(kill().accepted()).isFalse();
    assertThat(kill().message()).contains("is ending already: WORKERS_LOST: too many lost");
    assertThat(stop().accepted()).isFalse();
    assertThat(offered).isEmpty();
  }

  @Test
  void saysNoOnceTheModelIsInItsPlace() {
    views.show(new ViewBuilder().state(JobState.RUNNING, null).model("ab", "/m").build());

    assertThat(kill().accepted()).isFalse();
    assertThat(kill().message()).contains("its model is in its place: /m");
    assertThat(stop().accepted()).isFalse();
    assertThat(offered).isEmpty();
  }

  @Test
  void saysNoOnceItHasEnded() {
    views.show(new ViewBuilder().state(JobState.KILLED, null).build());

    assertThat(kill().message()).contains("has ended, KILLED already");
    assertThat(stop().accepted()).isFalse();
  }

  private Answer kill() {
    AtomicReference<Answer> answer = new AtomicReference<>();
    commands.kill("", "u", "because", answer::set);
    return answer.get();
  }

  private Answer stop() {
    AtomicReference<Answer> answer = new AtomicReference<>();
    commands.stop("", "u", "because", answer::set);
    return answer.get();
  }
}
