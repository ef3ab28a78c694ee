package trainer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.Standardisation;
import trainer.model.failure.RowException;

/** Rows by name and by place, and the messages of wrong ones. */
class TableRowsTest {
  private static final FeatureKeys KEYS = new FeatureKeys();

  @TempDir private Path folder;
  private Scorer scorer;

  @BeforeEach
  void loadsAModel() throws IOException {
    long age = KEYS.column("age").number();
    long oslo = KEYS.column("city").category(new byte[] {'O', 's', 'l', 'o'}, 0, 4);
    Map<String, String> settings =
        ModelOnDisk.settings(
            "linear", "trainer.features", "age:number,city:category", "trainer.csv.null", "NA");
    List<Standardisation> scales = List.of(new Standardisation(30, 4));
    ModelOnDisk.write(
        folder,
        settings,
        scales,
        List.of(0L, age, oslo),
        (table, key, row) -> row[0] = key == age ? 8 : key == oslo ? 0.5f : 2);
    scorer = Scorer.load(folder);
  }

  @Test
  void scoresARowByTheNamesOfItsColumns() {
    assertThat(scorer.columns()).containsExactly("age", "city");
    assertThat(scorer.labels()).isEqualTo(LabelKind.NUMBERS);
    assertThat(scorer.score(Map.of("age", 31, "city", "Oslo")).number()).isEqualTo(4.5f);
    assertThat(scorer.score(Map.of("age", " 31.0", "city", "Rome")).number()).isEqualTo(4f);
  }

  @Test
  void theOrderOfTheColumnsDoesNotMatterNorDoFurtherColumns() {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("city", "Oslo");
    one.put("id", List.of(1, 2));
    one.put("age", 30.5);
    float number = scorer.score(one).number();
    assertThat(scorer.score(new TreeMap<>(one)).number()).isEqualTo(number).isEqualTo(3.5f);
    assertThat(scorer.score(new Object[] {30.5, "Oslo"}).number()).isEqualTo(number);
  }

  @Test
  void nullAndTheTextOfNullAreMissingValues() {
    Map<String, Object> row = new HashMap<>();
    row.put("age", null);
    row.put("city", null);
    assertThat(scorer.score(row).number()).isEqualTo(2f);
    assertThat(scorer.score(Map.of("age", "NA", "city", "NA")).number()).isEqualTo(2f);
  }

  @Test
  void aMissingColumnIsNamedAndANearNameWithIt() {
    assertThatThrownBy(() -> scorer.score(Map.of("age", 1, "ctiy", "Oslo")))
        .isInstanceOfSatisfying(RowException.class, e -> assertThat(e.column()).isEqualTo("city"))
        .hasMessage(
            "the row has no column 'city' (it has 'ctiy'); give each column of the model, and null"
                + " for a missing value");
  }

  @Test
  void aMistypedValueIsNamedWithItsColumn() {
    assertMistyped("old", "column 'age' has 'old', which is no number");
    assertMistyped("", "column 'age' has '', which is no number");
    assertMistyped("0x1p3", "column 'age' has '0x1p3'");
    assertMistyped("1f", "column 'age' has '1f'");
    assertMistyped(List.of(1, 2), "column 'age' has '[1, 2]' of java.util");
    assertMistyped(Double.POSITIVE_INFINITY, "column 'age' has the number Infinity");
    assertMistyped(1e300, "column 'age' has the number 1.0E300, too large");
    assertThatThrownBy(() -> scorer.score(Map.of("age", 1, "city", new int[0])))
        .isInstanceOfSatisfying(RowException.class, e -> assertThat(e.column()).isEqualTo("city"));
  }

  private void assertMistyped(Object age, String message) {
    assertThatThrownBy(() -> scorer.score(Map.of("age", age, "city", "Oslo")))
        .isInstanceOfSatisfying(RowException.class, e -> assertThat(e.column()).isEqualTo("age"))
        .hasMessageContaining(message);
  }

  @Test
  void anArrayOfAnotherLengthIsRefusedWithTheColumns() {
    assertThatThrownBy(() -> scorer.score(new Object[] {1}))
        .isInstanceOf(RowException.class)
        .hasMessage("the row has 1 values; give 2, one for each of age, city");
  }

  @Test
  void rowsOfAnotherFormAreRefused() throws IOException {
    assertThatThrownBy(() -> scorer.score(new long[] {1}, null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("[age, city]");
    Path other = folder.resolve("other");
    ModelOnDisk.write(
        other, ModelOnDisk.settings("linear"), List.of(), List.of(), (table, key, row) -> {});
    Scorer ofKeys = Scorer.load(other);
    assertThat(ofKeys.columns()).isEmpty();
    assertThatThrownBy(() -> ofKeys.score(Map.of("age", 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> ofKeys.score(new long[2], new float[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherKindOfOutputIsRefused() {
    Prediction prediction = scorer.score(new Object[] {31, "Oslo"});
    assertThatThrownBy(prediction::probability)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the labels of this model are NUMBERS, not BINARY");
    assertThat(prediction).hasToString("[4.5]");
  }
}
