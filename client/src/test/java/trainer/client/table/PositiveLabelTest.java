package trainer.client.table;

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
    return of(texts, named, "");
  }

  private static PositiveLabel of(String texts, String named, String negative) {
    return PositiveLabel.of(column(texts), named, negative, Labels.BINARY);
  }

  @ParameterizedTest
  @CsvSource({
    "no no yes no, yes, no",
    "True True False, True, False",
    "N Y Y Y, Y, N",
    "good bad good, bad, good",
    "b a, b, a",
    "0 1 1, '', ''",
    "1.0 0.0, '', ''",
  })
  void isTheAffirmativeOrRarerOfTwoTexts(String texts, String positive, String negative) {
    PositiveLabel label = of(texts, "");
    assertThat(label.text()).isEqualTo(positive);
    assertThat(label.other()).isEqualTo(negative);
  }

  @Test
  void aNegativeTextThatIsNamedIsKept() {
    assertThat(of("no yes no", "", "yes")).isEqualTo(new PositiveLabel("no", "yes", ""));
    assertThat(of("a b c", "c", "a")).isEqualTo(new PositiveLabel("c", "a", ""));
    assertThat(of("a b c", "c").other()).as("any other text means 0").isEmpty();
    assertThatThrownBy(() -> of("a b", "a", "a"))
        .hasMessageContaining("CONFIG_CONFLICT: label 'a' cannot mean both 1 and 0");
    assertThatThrownBy(() -> of("no yes", "yes", "non"))
        .hasMessageContaining("no label is 'non' in the sample; did you mean 'no'?")
        .hasMessageContaining("trainer.label.negative");
    assertThatThrownBy(() -> of("0 1", "", "0")).hasMessageContaining("has no texts: 0 means 0");
    assertThatThrownBy(() -> of("a b c", "", "c")).hasMessageContaining("--positive");
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
    assertThatThrownBy(() -> PositiveLabel.of(column("a b"), "", "", Labels.NUMBERS))
        .hasMessageContaining("this model takes numbers");
  }
}
