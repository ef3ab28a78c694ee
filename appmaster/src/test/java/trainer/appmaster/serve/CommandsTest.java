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
import trainer.master.job.api.JobView;
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
          views);

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

  @Test
  void findsAJobByItsIdAndAsksForOneWhereThereAreSeveral() {
    JobView first = new ViewBuilder().state(JobState.RUNNING, null).build();
    JobView second = new ViewBuilder().number(2).state(JobState.RUNNING, null).build();
    views.show(first);
    assertThat(kill(first.id().application()).accepted()).isTrue();
    views.show(second);

    assertThat(kill(second.id().toString()).message()).startsWith(second.id().toString());
    assertThat(offered)
        .extracting(event -> ((Event.OfJob) event).job())
        .containsExactly(first.id(), second.id());
    assertThat(kill(first.id().application()).message())
        .endsWith("name one of " + first.id() + ", " + second.id());
    assertThat(offered).hasSize(2);
  }

  private Answer kill() {
    return kill("");
  }

  private Answer kill(String job) {
    AtomicReference<Answer> answer = new AtomicReference<>();
    commands.kill(job, "u", "because", answer::set);
    return answer.get();
  }

  private Answer stop() {
    AtomicReference<Answer> answer = new AtomicReference<>();
    commands.stop("", "u", "because", answer::set);
    return answer.get();
  }
}
