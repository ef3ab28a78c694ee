package trainer.core.feature.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.feature.BrokenNumberException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKeys;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureList;
import trainer.core.feature.FeatureTerms;
import trainer.core.feature.Standardisation;

class FeatureEncoderTest {
  private static final List<Column> TABLE =
      List.of(
          new Column(0, "age", ColumnKind.NUMBER),
          new Column(1, "city", ColumnKind.TEXT),
          new Column(2, "member", ColumnKind.BOOLEAN));
  private static final List<Column> SIZED =
      List.of(new Column(0, "age", ColumnKind.NUMBER), new Column(1, "size", ColumnKind.NUMBER));
  private static final FeatureKeys KEYS = new FeatureKeys();

  private record Given(long key, float value) {}

  /** Values of one column: Double, String, Boolean or null. */
  private record Values(Object... of) implements ColumnVector {
    @Override
    public boolean isNull(int record) {
      return of[record] == null;
    }

    @Override
    public double number(int record) {
      return (Double) of[record];
    }

    @Override
    public byte[] bytes(int record) {
      return ("…" + of[record]).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int start(int record) {
      return 3;
    }

    @Override
    public int end(int record) {
      return bytes(record).length;
    }

    @Override
    public boolean flag(int record) {
      return (Boolean) of[record];
    }
  }

  private static List<Given> encode(String terms, Object age, Object city, Object member) {
    FeatureList features = FeatureTerms.parse(terms).resolve(TABLE);
    BatchEncoder encoder =
        TableEncoding.features(
                Collections.nCopies(features.standardised().size(), new Standardisation(30, 4)))
            .encoder(features, KEYS);
    ColumnVector[] columns = {
      new Values(0.5, age), new Values("x", city), new Values(true, member)
    };
    FeatureBatch batch = encoded(encoder, columns, features.features().size(), 1, 1);
    if (batch.problem(0) != null) {
      throw batch.problem(0);
    }
    return given(batch, 0);
  }

  private static FeatureBatch encoded(
      BatchEncoder encoder, ColumnVector[] columns, int width, int from, int count) {
    FeatureBatch batch = new FeatureBatch(width, false);
    batch.begin(count);
    encoder.encode(columns, from, batch);
    return batch;
  }

  private static List<Given> given(FeatureBatch batch, int record) {
    List<Given> given = new ArrayList<>();
    for (int i = batch.start(record); i < batch.start(record) + batch.count(record); i++) {
      given.add(new Given(batch.keys()[i], batch.values()[i]));
    }
    return given;
  }

  private static ColumnKeys of(String column) {
    return KEYS.column(column);
  }

  private static long city(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return of("city").category(bytes, 0, bytes.length);
  }

  @Test
  void everyColumnGivesItsFeature() {
    assertThat(encode("", 38.0, "Łódź", false))
        .containsExactly(
            new Given(of("age").number(), 2f),
            new Given(city("Łódź"), 1f),
            new Given(of("member").category(false), 1f));
  }

  @Test
  void nullEmptyTextZeroAndNanAreFourThings() {
    assertThat(encode("age,city", null, null, null))
        .containsExactly(new Given(of("age").missing(), 1f), new Given(of("city").missing(), 1f));
    assertThat(encode("age,city", 0.0, "", null))
        .containsExactly(new Given(of("age").number(), -7.5f), new Given(city(""), 1f));
    assertThat(encode("age,age:category", Double.NaN, "", null))
        .containsExactly(new Given(of("age").nan(), 1f));
  }

  @Test
  void aRawZeroGivesNothingAndAStandardisedMeanDoes() {
    assertThat(encode("age:raw", 0.0, "", null)).isEmpty();
    assertThat(encode("age:raw", 7.0, "", null)).containsExactly(new Given(of("age").number(), 7f));
    assertThat(encode("age", 30.0, "", null)).containsExactly(new Given(of("age").number(), 0f));
  }

  @Test
  void aColumnMayGiveSeveralFeaturesButNullOnce() {
    String terms = "age:log,age:bucket(18;65),age:category,age*city";
    assertThat(encode(terms, 18.0, "x", null))
        .hasSize(4)
        .contains(
            new Given(of("age").bucket(1), 1f),
            new Given(of("age").category(18.0), 1f),
            new Given(
                KEYS.cross(List.of("age", "city"))
                    .start()
                    .category(18.0)
                    .category(new byte[] {'x'}, 0, 1)
                    .key(),
                1f))
        .extracting(Given::key)
        .startsWith(of("age").log());
    assertThat(encode(terms, null, "x", null))
        .containsExactly(
            new Given(of("age").missing(), 1f),
            new Given(
                KEYS.cross(List.of("age", "city"))
                    .start()
                    .missing()
                    .category(new byte[] {'x'}, 0, 1)
                    .key(),
                1f));
  }

  @Test
  void anInfiniteNumberBreaksItsRecordWhateverItsUse() {
    for (String terms :
        List.of("age", "age:raw", "age:log", "age:category", "age:bucket(1)", "age*city")) {
      assertThatThrownBy(() -> encode(terms, Double.NEGATIVE_INFINITY, "x", null))
          .isInstanceOf(BrokenNumberException.class)
          .hasMessageContaining("age");
    }
    assertThat(encode("age*city", 1.0, "x", null)).as("the record after it").hasSize(1);
  }

  @Test
  void aBrokenRecordLeavesThoseBehindItAsTheyAre() {
    FeatureList features = FeatureTerms.parse("age*city").resolve(TABLE);
    BatchEncoder encoder = TableEncoding.unscaled().encoder(features, KEYS);
    double infinity = Double.POSITIVE_INFINITY;
    ColumnVector[] columns = {
      new Values(1.0, infinity, 1.0, null), new Values("x", "x", "x", "y"), null
    };
    FeatureBatch batch = encoded(encoder, columns, 1, 0, 4);
    assertThat(batch.problem(1)).isInstanceOf(BrokenNumberException.class);
    assertThat(given(batch, 0)).hasSize(1).isEqualTo(given(batch, 2)).isNotEqualTo(given(batch, 3));
    assertThat(given(batch, 3)).hasSize(1);
  }

  @Test
  void theFirstProblemOfARecordIsKept() {
    FeatureList features = FeatureTerms.parse("age,size").resolve(SIZED);
    BatchEncoder encoder = TableEncoding.unscaled().encoder(features, KEYS);
    double infinity = Double.POSITIVE_INFINITY;
    ColumnVector[] columns = {new Values(infinity, 1.0), new Values(infinity, infinity)};
    FeatureBatch batch = encoded(encoder, columns, 2, 0, 2);
    assertThat(batch.problem(0)).hasMessageContaining("age");
    assertThat(batch.problem(1)).hasMessageContaining("size");
  }

  @Test
  void columnsThatNoFeatureHasMayBeAbsent() {
    FeatureList features = FeatureTerms.parse("city").resolve(TABLE);
    BatchEncoder encoder = TableEncoding.unscaled().encoder(features, KEYS);
    ColumnVector[] columns = {null, new Values("x"), null};
    FeatureBatch batch = encoded(encoder, columns, 1, 0, 1);
    assertThat(given(batch, 0)).containsExactly(new Given(city("x"), 1f));
  }
}
