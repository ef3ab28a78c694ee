package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.input.Labels;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;

class PositiveLabelTest {
  /** A column with these texts, separated by blanks. */
  private static ColumnSample column(String texts) {
    ColumnSample column = new TableSample().column("y");
    for (String text : texts.split(" ", -1)) {
      column.add(text, text.matches("[0-9.]+"));
    }
    return column;
  }

  private static PositiveLabel of(String texts, String named) {
    return PositiveLabel.of(column(texts), named, Labels.BINARY);
  }

  @ParameterizedTest
  @CsvSource({
    "no no yes no, yes",
    "True True False, True",
    "N Y Y Y, Y",
    "good bad good, bad",
    "b a, b",
    "0 1 1, ''",
    "1.0 0.0, ''",
  })
  void isTheAffirmativeOrRarerOfTwoTexts(String texts, String positive) {
    assertThat(of(texts, "").text()).isEqualTo(positive);
  }

  @Test
  void theTextThatIsNamedHasToBeThere() {
    assertThat(of("no yes no", "no").text()).isEqualTo("no");
    assertThatThrownBy(() -> of("no yes no", "yess"))
        .hasMessageContaining("no label is 'yess'")
        .hasMessageContaining("did you mean 'yes'?")
        .hasMessageContaining("'no', 'yes'");
    assertThatThrownBy(() -> of("1.0 0.0", "1")).hasMessageContaining("'0.0', '1.0'");
    assertThat(of("no no no", "yes").text()).as("it may be rare").isEqualTo("yes");
  }

  @Test
  void moreTextsThanTwoNeedAName() {
    assertThatThrownBy(() -> of("a b c", ""))
        .hasMessageContaining("3 different texts: 'a', 'b', 'c'");
    assertThatThrownBy(() -> of("a", "")).hasMessageContaining("1 different text: 'a'");
    assertThat(of("a b c", "c").text()).isEqualTo("c");
  }

  @Test
  void classesAndNumbersAreNoTexts() {
    assertThatThrownBy(() -> PositiveLabel.of(column("a b"), "", Labels.NUMBERS))
        .hasMessageContaining("this model takes numbers");
  }
}
