package trainer.appmaster.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;
import trainer.master.report.SessionReport;
import trainer.master.report.ViewBuilder;
import trainer.master.session.Event;
import trainer.master.session.api.SessionView;
import trainer.protocol.grpc.ControlListener.Answer;
import trainer.protocol.grpc.JobStatus;

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
  void aJobThatIsAloneIsFoundByItsApplication() {
    JobView view = new ViewBuilder().state(JobState.RUNNING, null).build();
    views.show(view);
    assertThat(kill(view.id().application()).accepted()).isTrue();
    assertThat(kill("application_9_0009").message()).startsWith("no job application_9_0009");
  }

  @Test
  void theJobsOfASessionAreNamedAndItsApplicationIsTheSession() {
    JobView first = new ViewBuilder().state(JobState.RUNNING, null).build();
    JobView second = new ViewBuilder().number(2).state(JobState.RUNNING, null).build();
    views.show(first);
    views.show(second);
    JobId session = JobId.ofSession(first.id().application());
    views.show(new SessionView(session, "night", null, "", List.of(), null));

    assertThat(kill(second.id().toString()).message()).startsWith(second.id().toString());
    assertThat(kill(session.application() + ".7").message())
        .endsWith("those that run are: " + first.id() + ", " + second.id());
    commands.kill(session.application(), "u", "because", answer -> {});
    commands.stop(session.toString(), "u", "", answer -> {});
    assertThat(offered)
        .containsExactly(
            new Event.OfJob(second.id(), new JobEvent.KillAsked("u (because)")),
            new Event.EndAsked(1, JobState.KILLED, "u (because)"),
            new Event.EndAsked(2, JobState.EXITED, "u"));
  }

  @Test
  void theStatusOfASessionListsItsJobs() throws Exception {
    JobView running = new ViewBuilder().number(2).state(JobState.RUNNING, null).build();
    views.show(running);
    String application = running.id().application();
    views.show(
        new SessionView(
            JobId.ofSession(application),
            "night",
            JobState.EXITED,
            "alice",
            List.of(
                new SessionView.Job(
                    new JobId(application, 1), "score", "a", "/m", JobState.FAILED, "lost", 5, 9),
                new SessionView.Job(running.id(), "train", "b", "", null, "", 6, 0)),
            null));

    AtomicReference<JobStatus> status = new AtomicReference<>();
    commands.status(application, status::set);
    SessionReport report =
        ReportJson.readSession(new ObjectMapper().readTree(status.get().report()));
    assertThat(report.state()).isEqualTo("ENDING");
    assertThat(report.endedBy()).isEqualTo("alice");
    assertThat(report.jobs())
        .extracting(job -> job.life().state(), job -> job.life().failed())
        .containsExactly(tuple("FAILED", "lost"), tuple("RUNNING", ""));
  }

  @Test
  void aJobThatCannotBeReadIsRefusedAndOneIsTakenOnlyByASession() {
    AtomicReference<Answer> answer = new AtomicReference<>();
    commands.submit("a.2", "d", answer::set);
    assertThat(answer.get().message())
        .isEqualTo("this application carries one job, and no session");
    AtomicBoolean isOpen = new AtomicBoolean(true);
    AtomicReference<IOException> trouble = new AtomicReference<>(new IOException("no file"));
    commands.takeJobs(
        new JobIntake() {
          @Override
          public boolean isOpen() {
            return isOpen.get();
          }

          @Override
          public void take(long question, String job, String digest) throws IOException {
            if (trouble.get() != null) {
              throw trouble.get();
            }
            commands.answer(question, true, job + digest);
          }
        });
    commands.submit("a.2", "d", answer::set);
    assertThat(answer.get())
        .isEqualTo(new Answer(false, "a.2 cannot be accepted: java.io.IOException: no file"));
    isOpen.set(false);
    commands.submit("a.2", "d", answer::set);
    assertThat(answer.get()).as("its client asks again").isNull();
    isOpen.set(true);
    trouble.set(null);
    commands.submit("a.2", "d", answer::set);
    assertThat(answer.get()).isEqualTo(new Answer(true, "a.2d"));
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
