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
      Max open files            1024                 1048576              files
      Max address space         unlimited            unlimited            bytes
      """;

  @Test
  void passUsualOnes() {
    assertThatCode(() -> ProcessLimits.check(LIMITS)).doesNotThrowAnyException();
    assertThatCode(() -> ProcessLimits.check("")).doesNotThrowAnyException();
  }

  @Test
  void nameTheOneThatIsTooSmall() {
    assertThatThrownBy(() -> ProcessLimits.check(LIMITS.replace("1024   ", "64     ")))
        .hasMessageContaining("RESOURCE_TOO_LARGE")
        .hasMessageContaining("at least 80 files a process, and this shell's is 64")
        .hasMessageContaining("ulimit -n");
    assertThatThrownBy(
            () ->
                ProcessLimits.check(LIMITS.replaceFirst("file size +unlimited", "file size 10240")))
        .hasMessageContaining("ulimit -f");
    assertThatThrownBy(
            () -> ProcessLimits.check(LIMITS.replaceFirst("space +unlimited", "space 2147483648")))
        .hasMessageContaining("ulimit -v");
  }
}
