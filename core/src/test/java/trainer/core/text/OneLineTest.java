package trainer.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {
  @Test
  void partsLinesThatEndWithoutASign() {
    assertThat(
            OneLine.of(
                """
                [2026-11-21 06:00:00.000]Container killed on request. Exit code is 143
                [2026-11-21 06:00:00.010]Container exited with a non-zero exit code 143.

                Last lines:
                  a  b
                """))
        .isEqualTo(
            "Container killed on request. Exit code is 143; Container exited with a non-zero exit"
                + " code 143. Last lines: a b");
  }

  @Test
  void partsSentencesThatYarnGlues() {
    assertThat(OneLine.of("Failing this attempt.Diagnostics: [2026-11-21 06:00:00.000]No file."))
        .isEqualTo("Failing this attempt. Diagnostics: No file.");
    assertThat(OneLine.of("trainer.Main at a.b.C")).isEqualTo("trainer.Main at a.b.C");
  }
}
