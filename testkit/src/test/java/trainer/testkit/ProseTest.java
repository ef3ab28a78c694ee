package trainer.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProseTest {
  @Test
  void javadocCountsAndCodeDoesNot() {
    Prose prose =
        Prose.ofJava(
            List.of(
                """
                /** What is held, as {@code whoever} said: <b>nobody</b> knows it. */
                String what = "who told whom";
                """));
    assertThat(prose.nominal()).isEqualTo(1);
    assertThat(prose.persons()).isEqualTo(2);
    assertThat(prose.speech()).isEqualTo(1);
    assertThat(prose.lost()).isEqualTo(4);
  }

  @Test
  void tablesAndCodeOfMarkdownDoNotCount() {
    Prose prose =
        Prose.ofMarkdown(
            List.of("The master sends `what` it has.\n\n| who | told |\n\n```\nwhat\n```\n"));
    assertThat(prose.lost()).isZero();
    assertThat(prose.longSentence()).isEqualTo(6);
  }

  @Test
  void ratesArePerThousandWords() {
    Prose prose = Prose.ofMarkdown(List.of("what one two three four five six seven eight nine"));
    assertThat(prose.perThousand(prose.nominal())).isEqualTo(100);
  }
}
