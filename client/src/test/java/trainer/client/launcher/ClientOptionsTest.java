package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientOptionsTest {
  private final JavaHome java =
      new JavaHome(Path.of(System.getProperty("java.home"), "bin/java").toString(), 17);

  @Test
  void mistakesInThemAreNotIgnored() {
    assertThat(options(" -Xmx2g  -ea ").flags())
        .containsExactly("-XX:-IgnoreUnrecognizedVMOptions", "-Xmx2g", "-ea");
    assertThat(options(" ").flags()).isEmpty();
  }

  @Test
  void optionThatJavaDoesNotKnowIsNamed() {
    assertThatThrownBy(() -> options("-Xnonsense").explain(1, java))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("Unrecognized option: -Xnonsense — TRAINER_CLIENT_OPTS — ");
  }

  @Test
  void clientThatFailedForAnotherReasonIsNotExplained() {
    assertThatCode(() -> options("-Xnonsense").explain(49, java)).doesNotThrowAnyException();
    assertThatCode(() -> options("-Xmx64m").explain(1, java)).doesNotThrowAnyException();
  }

  private static ClientOptions options(String text) {
    return ClientOptions.of(Map.of("TRAINER_CLIENT_OPTS", text));
  }
}
