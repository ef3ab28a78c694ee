package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

class LostMasterTest {
  private static final String APPLICATION = "application_1_0001";

  @Test
  void missingJavaIsSaidWithWhatToSet() {
    Failure failure =
        LostMaster.failure(
            APPLICATION,
            """
            Exit code: 127
            Last 4096 bytes of stderr :
            /bin/bash: line 1: /opt/nojava/bin/java: No such file or directory
            """);
    assertThat(failure.kind()).isEqualTo(FailureKind.JAVA_NOT_FOUND);
    assertThat(failure.message())
        .contains("/opt/nojava/bin/java: No such file or directory")
        .contains("trainer.java.archive");
  }

  @Test
  void oldJavaIsSaidWithItsOwnWords() {
    Failure failure =
        LostMaster.failure(
            APPLICATION,
            """
            Exit code: 1
            Unrecognized option: --sun-misc-unsafe-memory-access=allow
            """);
    assertThat(failure.kind()).isEqualTo(FailureKind.JAVA_NOT_FOUND);
    assertThat(failure.message()).contains("Unrecognized option: --sun-misc");
  }

  @Test
  void otherEndsKeepYarnsWords() {
    Failure failure =
        LostMaster.failure(APPLICATION, "Container killed on request. Exit code is 137");
    assertThat(failure.kind()).isEqualTo(FailureKind.MASTER_LOST);
    assertThat(failure.message()).contains("137").contains("yarn logs -applicationId");
  }
}
