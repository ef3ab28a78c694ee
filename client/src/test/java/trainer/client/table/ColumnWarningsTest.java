package trainer.client.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.feature.ColumnKind;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;

class ColumnWarningsTest {
  private final TableSample sample = new TableSample();

  private ColumnSample column(String... texts) {
    ColumnSample column = sample.column("c");
    for (String text : texts) {
      column.add(text, text.matches("[0-9]+"));
    }
    return column;
  }

  private List<String> lines() {
    return new ColumnWarnings(sample, column -> true).lines();
  }

  /** The column c with different texts. */
  private ColumnSample different(int count) {
    ColumnSample column = sample.column("c");
    for (int i = 0; i < count; i++) {
      column.add("t" + i, false);
    }
    return column;
  }

  @Test
  void namesAColumnThatIsNotRead() {
    sample.leaveOut("when", "INT96");
    assertThat(lines()).containsExactly("column when is left out: it is INT96, which is not read");
  }

  @Test
  void aTextAmongNumbersMakesThemCategories() {
    column("1", "2", "3", "4", "NA");
    assertThat(lines()).singleElement().asString().contains("texts such as 'NA'", "csv.null");
  }

  @Test
  void asManyTextsAsNumbersAreCategories() {
    column("1", "2", "3", "NA");
    assertThat(lines()).isEmpty();
  }

  @Test
  void numbersInOneFileAndTextsInAnotherAreCategories() {
    ColumnSample column = column("1", "2", "t1");
    column.declare(ColumnKind.NUMBER, false);
    column.declare(ColumnKind.NUMBER, false);
    assertThat(lines()).as("one kind").isEmpty();
    column.declare(ColumnKind.TEXT, false);
    assertThat(lines())
        .containsExactly(
            "column c is declared as number and text by different files, so each value is a"
                + " category; write the files with one type");
    assertThat(column.kind()).isEqualTo(ColumnKind.TEXT);
  }

  @Test
  void numbersHaveAPoint() {
    column("-3,75", "1,5");
    assertThat(lines()).singleElement().asString().contains("'-3,75'", "with a point");
  }

  @Test
  void textsAreUtf8() {
    column("Zürich", "K\uFFFDln");
    assertThat(lines()).singleElement().asString().contains("not UTF-8", "iconv");
  }

  @Test
  void aHundredDifferentTextsAreProbablyNames() {
    different(100);
    assertThat(lines()).singleElement().asString().contains("--features=-c leaves it out");
  }

  @Test
  void aRepetitionOrFewTextsAreCategories() {
    different(99);
    assertThat(lines()).isEmpty();
    different(101);
    assertThat(lines()).as("99 of them occur twice").isEmpty();
  }

  @Test
  void aFeatureWithoutAnyValueMayBeMistyped() {
    sample.column("income").add("7", true);
    sample.column("incme").addMissing();
    assertThat(lines())
        .containsExactly(
            "column incme has no value in the records that were read; did you mean income?");
  }

  @Test
  void columnsThatAreNoFeaturesAreNoConcern() {
    different(100);
    sample.column("d").add("1,5", false);
    assertThat(new ColumnWarnings(sample, column -> false).lines()).isEmpty();
  }

  @Test
  void columnsDeclaredAsNumbersAreNoCategories() {
    different(100).declare(ColumnKind.NUMBER, false);
    assertThat(lines()).isEmpty();
  }
}
