package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.util.List;
import org.apache.log4j.Logger;
import org.apache.log4j.SimpleLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.report.ViewBuilder;
import trainer.master.session.api.SessionView;

class LiveJobsTest {
  private final StringWriter log = new StringWriter();
  private final WriterAppender appender = new WriterAppender(new SimpleLayout(), log);
  private final LatestViews views = new LatestViews();
  private final LiveJobs jobs = new LiveJobs(views, () -> 1000);

  @BeforeEach
  void listen() {
    Logger.getLogger(LiveJobs.class).addAppender(appender);
  }

  @AfterEach
  void close() {
    Logger.getLogger(LiveJobs.class).removeAppender(appender);
    jobs.close();
  }

  private static JobView running(int number) {
    return new ViewBuilder().number(number).state(JobState.RUNNING, null).build();
  }

  /** A view whose sample fails, and with it the sample of its session. */
  private static JobView broken(int number) {
    JobView whole = running(number);
    return new JobView(
        whole.identity(),
        whole.lifecycle(),
        null,
        whole.synchronisation(),
        whole.recovery(),
        whole.results(),
        whole.processes());
  }

  @Test
  void aJobThatCannotBeSampledLeavesTheOthersTheirSamples() {
    JobView whole = running(2);
    views.show(broken(1));
    views.show(whole);

    jobs.sample();

    assertThat(jobs.changes(whole.id(), null).orElseThrow().has("activity")).isTrue();
  }

  @Test
  void warnsOfEachJobOnce() {
    views.show(broken(1));
    jobs.sample();
    jobs.sample();
    views.show(broken(2));
    jobs.sample();

    assertThat(log.toString().lines().filter(line -> line.startsWith("WARN")))
        .satisfiesExactly(
            line -> assertThat(line).contains("application_1_0001.1"),
            line -> assertThat(line).contains("application_1_0001.2"));
  }

  @Test
  void theFirstAnswerOfASessionHasTheSession() {
    JobId session = JobId.ofSession(running(1).id().application());
    views.show(new SessionView(session, "night", null, "", List.of(), null));

    assertThat(jobs.changesOfSession(null).orElseThrow().has("session")).isTrue();
  }

  @Test
  void forgetsJobsThatHaveGoneWhileTheSessionCannotBeSampled() {
    JobView whole = running(1);
    views.show(whole);
    views.show(broken(2));
    JobId session = JobId.ofSession(whole.id().application());
    views.show(new SessionView(session, "night", null, "", List.of(), null));

    jobs.sample();
    views.drop(whole.id());
    jobs.sample();

    assertThat(jobs.changes(whole.id(), null)).isEmpty();
  }
}
