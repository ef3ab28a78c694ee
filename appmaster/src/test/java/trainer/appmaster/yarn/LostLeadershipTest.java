package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.junit.jupiter.api.Test;

final class LostLeadershipTest {
  private static final ApplicationId APPLICATION = ApplicationId.newInstance(1, 1);
  private static final ApplicationAttemptId FIRST =
      ApplicationAttemptId.newInstance(APPLICATION, 1);
  private static final ApplicationAttemptId SECOND =
      ApplicationAttemptId.newInstance(APPLICATION, 2);

  private final Deque<LostLeadership.Question> answers = new ArrayDeque<>();

  @Test
  void isFollowedWhenTheApplicationGoesOnWithAnotherAttempt() {
    answers.add(() -> report(YarnApplicationState.ACCEPTED, SECOND));
    assertThat(isFollowed(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void isNotFollowedWhenTheApplicationWasKilledHoweverLateThatShows() {
    answers.add(() -> report(YarnApplicationState.RUNNING, FIRST));
    answers.add(() -> report(YarnApplicationState.KILLED, FIRST));
    assertThat(isFollowed(Duration.ofMinutes(1))).isFalse();
  }

  @Test
  void isNotFollowedWhenTheResourceManagerForgotTheApplication() {
    answers.add(
        () -> {
          throw new ApplicationNotFoundException("no such application");
        });
    assertThat(isFollowed(Duration.ofMinutes(1))).isFalse();
  }

  @Test
  void mayBeFollowedWhenNobodyCanSay() {
    answers.add(
        () -> {
          throw new IOException("connection refused");
        });
    assertThat(isFollowed(Duration.ZERO)).isTrue();
  }

  private boolean isFollowed(Duration patience) {
    return LostLeadership.mayBeFollowed(FIRST, () -> answers.remove().ask(), patience);
  }

  private static ApplicationReport report(
      YarnApplicationState state, ApplicationAttemptId attempt) {
    ApplicationReport report =
        ApplicationReport.newInstance(
            APPLICATION,
            attempt,
            "alice",
            "default",
            "job",
            "",
            -1,
            null,
            state,
            "",
            "",
            0,
            0,
            0,
            null,
            null,
            "",
            0f,
            "TRAINER",
            null);
    return report;
  }
}
