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
  void theCauseComesFirstAndYarnsKilobytesDoNot() {
    Failure failure =
        LostMaster.failure(APPLICATION, diagnostics("ERROR PORTS_TAKEN: no port free"));
    assertThat(failure.message())
        .startsWith(
            "MASTER_LOST: the master ended without a report, exit status 1: PORTS_TAKEN: no port"
                + " free — ");
  }

  @Test
  void whatStoodLastOnStderrIsTheCauseWhenNobodySaysIt() {
    String said = "Picked up JAVA_TOOL_OPTIONS: -Dx=y\njava.lang.OutOfMemoryError: Java heap space";
    assertThat(LostMaster.failure(APPLICATION, diagnostics(said)).message())
        .contains("exit status 1: java.lang.OutOfMemoryError: Java heap space — ");
  }

  @Test
  void withoutAnyOutputYarnsWordsAreCutShort() {
    assertThat(LostMaster.failure(APPLICATION, diagnostics("")).message())
        .contains("exit status 1: Exception from container-launch.")
        .hasSizeLessThan(500);
  }

  @Test
  void memoryIsNamed() {
    String said =
        "Container [pid=7,containerID=container_1_0001_01_000001] is running 5000B beyond the"
            + " 'PHYSICAL' memory limit. Current usage: 129.0 MB of 128 MB physical memory used";
    assertThat(LostMaster.failure(APPLICATION, "exitCode: -104\nDiagnostics: " + said).message())
        .contains("exit status -104")
        .contains("is running 5000B beyond the 'PHYSICAL' memory limit");
  }

  private static String diagnostics(String stderr) {
    return """
        Application application_1_0001 failed 1 times due to AM Container for \
        appattempt_1_0001_000001 exited with  exitCode: 1
        Failing this attempt.Diagnostics: [2026-11-21 06:00:00.000]Exception from container-launch.
        Container id: container_1_0001_01_000001
        Exit code: 1

        [2026-11-21 06:00:00.000]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of prelaunch.err :
        Last 4096 bytes of stderr :
        %s


        [2026-11-21 06:00:00.001]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
        Last 4096 bytes of prelaunch.err :
        Last 4096 bytes of stderr :
        %s


        For more detailed output, check the application tracking page: http://rm:8088/cluster/app/application_1_0001 \
        Then click on links to logs of each attempt.
        . Failing the application."""
        .formatted(stderr, stderr);
  }

  @Test
  void otherEndsKeepYarnsWords() {
    Failure failure =
        LostMaster.failure(APPLICATION, "Container killed on request. Exit code is 137");
    assertThat(failure.kind()).isEqualTo(FailureKind.MASTER_LOST);
    assertThat(failure.message()).contains("137").contains("yarn logs -applicationId");
  }
}
