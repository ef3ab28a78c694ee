package trainer.client.local;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProcessLimitsTest {
  private static final String LIMITS =
      """
      Limit                     Soft Limit           Hard Limit           Units
      Max file size             unlimited            unlimited            bytes
      Max processes             95683                95683                processes
      Max address space         unlimited            unlimited            bytes
      """;

  @Test
  void passUsualOnes() {
    assertThatCode(() -> ProcessLimits.check(LIMITS)).doesNotThrowAnyException();
    assertThatCode(() -> ProcessLimits.check("")).doesNotThrowAnyException();
  }

  @Test
  void nameTheOneThatIsTooSmall() {
    assertThatThrownBy(
            () -> ProcessLimits.check(LIMITS.replaceFirst("processes +95683", "processes 64")))
        .hasMessageContaining("RESOURCE_TOO_LARGE")
        .hasMessageContaining(
            "at least 150 processes and threads a process, and this shell's is 64")
        .hasMessageContaining("ulimit -u");
    assertThatThrownBy(
            () ->
                ProcessLimits.check(LIMITS.replaceFirst("file size +unlimited", "file size 10240")))
        .hasMessageContaining("ulimit -f");
    assertThatThrownBy(
            () -> ProcessLimits.check(LIMITS.replaceFirst("space +unlimited", "space 2147483648")))
        .hasMessageContaining("ulimit -v");
  }
}
