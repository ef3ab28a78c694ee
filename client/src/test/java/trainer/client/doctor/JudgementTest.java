package trainer.client.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.client.doctor.Finding.State;
import trainer.client.yarn.ClusterSurvey;
import trainer.container.launch.MasterShare;

/** What the checks conclude from what they measured. */
class JudgementTest {
  private static final long MB = 1 << 20;

  @ParameterizedTest
  @CsvSource({
    "0, false, OK",
    "-29, true, OK",
    "30, false, WARN",
    "-400, false, WARN",
    "299, true, WARN",
    "300, true, FAIL",
    "-300, true, FAIL"
  })
  void clocksMayDifferByWhatKerberosAllows(long seconds, boolean isSecure, State state) {
    assertThat(ClockCheck.judge(Duration.ofSeconds(seconds), "rm:8088", isSecure).state())
        .isEqualTo(state);
  }

  @Test
  void clockSaysWhichOneIsAhead() {
    assertThat(ClockCheck.judge(Duration.ofSeconds(-61), "rm:8088", false).found())
        .isEqualTo("this machine is 61 seconds behind rm:8088");
  }

  @Test
  void ticketIsGoodShortOrExpired() {
    assertThat(CredentialsCheck.judge("me", Optional.empty()).state()).isEqualTo(State.OK);
    assertThat(CredentialsCheck.judge("me", Optional.of(Duration.ofHours(2))).state())
        .isEqualTo(State.OK);
    assertThat(CredentialsCheck.judge("me", Optional.of(Duration.ofMinutes(59))))
        .isEqualTo(Finding.warn("me, and the ticket holds for 59 minutes", "run kinit"));
    assertThat(CredentialsCheck.judge("me", Optional.of(Duration.ZERO)).state())
        .isEqualTo(State.FAIL);
  }

  @ParameterizedTest
  @CsvSource({
    "4096, -1, -1, OK",
    "2047, -1, -1, WARN",
    "255, -1, -1, FAIL",
    "4096, 300, -1, WARN",
    "4096, 100, -1, FAIL",
    "4096, -1, 99, FAIL",
    "4096, 3000, 100, OK"
  })
  void spaceIsTheLeastOfDiskAndQuotas(long freeMb, long quotaMb, long names, State state) {
    assertThat(SpaceCheck.judge(freeMb * MB, quotaMb < 0 ? -1 : quotaMb * MB, names).state())
        .isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"0, 2048, OK", "1024, 2048, OK", "1025, 2048, WARN", "0, 1023, WARN"})
  void queueHasRoomForOneMoreMaster(long usedMb, long limitMb, State state) {
    assertThat(MasterShareCheck.judge(new MasterShare(usedMb, limitMb), 1024).state())
        .isEqualTo(state);
  }

  @Test
  void nodesRunOrAreCounted() {
    assertThat(NodesCheck.judge(new ClusterSurvey.Nodes(List.of(), 3, 0, 0, 0)).state())
        .isEqualTo(State.FAIL);
    Finding some = NodesCheck.judge(new ClusterSurvey.Nodes(List.of("a:1"), 1, 4096, 8, 2048));
    assertThat(some.state()).isEqualTo(State.WARN);
    assertThat(some.found())
        .isEqualTo(
            "1 node running, with 4,096 MB (2,048 MB free) and 8 vcores; 1 node unhealthy or lost");
  }

  @ParameterizedTest
  @CsvSource({"1.8, 8", "17, 17", "21, 21", "'', 0", "unknown, 0"})
  void readsTheVersionOfAJvm(String version, int feature) throws Exception {
    String answer = "{\"beans\": [{\"SpecVersion\": \"" + version + "\"}]}";
    assertThat(NodeJavaCheck.versionIn(new ObjectMapper().readTree(answer))).isEqualTo(feature);
  }
}
