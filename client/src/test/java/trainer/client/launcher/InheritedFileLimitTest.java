package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InheritedFileLimitTest {
  private static String limits(String soft) {
    return "Limit              Soft Limit  Hard Limit  Units\nMax open files     "
        + soft
        + "         1048576     files\n";
  }

  @Test
  void passesUsualOnes() {
    assertThatCode(() -> InheritedFileLimit.check(limits("256"))).doesNotThrowAnyException();
    assertThatCode(() -> InheritedFileLimit.check(limits("1073741816"))).doesNotThrowAnyException();
    assertThatCode(() -> InheritedFileLimit.check(limits("unlimited"))).doesNotThrowAnyException();
    assertThatCode(() -> InheritedFileLimit.check("")).doesNotThrowAnyException();
  }

  @Test
  void refusesOneUnderWhichTheClientCannotStart() {
    assertThatThrownBy(() -> InheritedFileLimit.check(limits("255")))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("at least 256 open files a process, and this shell's is 255")
        .hasMessageContaining("ulimit -n");
  }
}
