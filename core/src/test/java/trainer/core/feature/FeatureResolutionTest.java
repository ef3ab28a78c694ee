package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FeatureResolutionTest {
  private static final Column CLICKED =
      new Column(0, "clicked", ColumnKind.BOOLEAN, ColumnRole.LABEL);
  private static final Column AGE = new Column(1, "age", ColumnKind.NUMBER);
  private static final Column CITY = new Column(2, "city", ColumnKind.TEXT);
  private static final Column MEMBER = new Column(3, "member", ColumnKind.BOOLEAN);
  private static final Column ID = new Column(4, "id", ColumnKind.NUMBER, ColumnRole.KEPT);
  private static final Column COST = new Column(5, "cost", ColumnKind.NUMBER, ColumnRole.WEIGHT);
  private static final List<Column> TABLE = List.of(CLICKED, AGE, CITY, MEMBER, ID, COST);

  private static List<Feature> features(String terms) {
    return FeatureTerms.parse(terms).resolve(TABLE).features();
  }

  @Test
  void withoutTermsEveryInputColumnGivesItsFeature() {
    assertThat(features(""))
        .containsExactly(
            new Feature.Numeric(AGE, Scaling.STANDARD),
            new Feature.Category(CITY),
            new Feature.Category(MEMBER));
    assertThat(features("-city,-id"))
        .containsExactly(new Feature.Numeric(AGE, Scaling.STANDARD), new Feature.Category(MEMBER));
  }

  @Test
  void termsReplaceTheFeaturesOfTheirColumnsWhereColumnsAreLeftOut() {
    assertThat(features("-city,city*member,age:log,age:bucket(18)"))
        .containsExactly(
            new Feature.Numeric(AGE, Scaling.LOG),
            new Feature.Bucket(AGE, new Bounds(18)),
            new Feature.Category(MEMBER),
            new Feature.Cross(List.of(CITY, MEMBER)));
    assertThat(features("age:log,-member"))
        .containsExactly(new Feature.Numeric(AGE, Scaling.LOG), new Feature.Category(CITY));
  }

  @Test
  void aKeptColumnGivesFeaturesOnlyWhereATermNamesIt() {
    assertThat(features("-city,-member,id:raw"))
        .containsExactly(
            new Feature.Numeric(AGE, Scaling.STANDARD), new Feature.Numeric(ID, Scaling.RAW));
  }

  @Test
  void featuresAreInTheOrderOfTheTerms() {
    assertThat(features("member*age,city,age,age:log,age:category,age:bucket(18;65),id:raw"))
        .containsExactly(
            new Feature.Cross(List.of(MEMBER, AGE)),
            new Feature.Category(CITY),
            new Feature.Numeric(AGE, Scaling.STANDARD),
            new Feature.Numeric(AGE, Scaling.LOG),
            new Feature.Category(AGE),
            new Feature.Bucket(AGE, new Bounds(18, 65)),
            new Feature.Numeric(ID, Scaling.RAW));
  }

  @Test
  void theFirstFeatureOfAColumnAloneGivesItsMissingValues() {
    FeatureList features =
        FeatureTerms.parse("age*city,age:log,age,city,age:category").resolve(TABLE);
    assertThat(IntStream.range(0, 5).filter(features.firstsOfColumns()::get)).containsExactly(1, 3);
  }

  private static void checkProblem(String terms, String message) {
    assertThatThrownBy(() -> features(terms))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void unknownColumnsAreRefusedWithTheNearestName() {
    checkProblem(
        "age,ctiy:category", "term 2, ctiy:category: there is no column ctiy; did you mean city?");
    checkProblem("age*Membr", "term 1, age*Membr: there is no column Membr; did you mean member?");
    checkProblem("-idd", "term 1, -idd: there is no column idd; did you mean id?");
    checkProblem(
        "\"a,b\"",
        "term 1, \"a,b\": there is no column \"a,b\"; the columns are clicked, age, city, member,"
            + " id, cost");
  }

  @Test
  void labelAndWeightGiveNoFeature() {
    checkProblem(
        "age,clicked",
        "term 2, clicked: this column is the label and gives no feature; leave the term out");
    checkProblem(
        "age*cost",
        "term 1, age*cost: this column is the weight and gives no feature; leave the term out");
    assertThat(features("-clicked")).isEqualTo(features(""));
  }

  @Test
  void featuresWithTheSameKeysAreRefused() {
    checkProblem(
        "age,city,age:raw",
        "features 1 and 3, both of age, have the same keys; leave one of them out");
    checkProblem(
        "age:bucket(1),age:bucket(2)",
        "features 1 and 2, both of age, have the same keys; leave one of them out");
    checkProblem(
        "age*city,age*city",
        "features 1 and 2, both of age*city, have the same keys; leave one of them out");
    assertThat(features("age*city,city*age")).hasSize(2);
  }

  @Test
  void tablesWithoutFeaturesOrWithTwoColumnsOfOneNameAreRefused() {
    checkProblem(
        "-age,-city,-member",
        "no column is left that gives a feature; name columns in trainer.features");
    assertThatThrownBy(() -> FeatureTerms.ALL.resolve(List.of(AGE, CITY, AGE)))
        .hasMessage("two columns have the name age; rename one");
  }

  @Test
  void numbersGiveTheirStandardisedValue() {
    Standardisation standardisation = new Standardisation(10, 4);
    assertThat(new Feature.Numeric(AGE, Scaling.STANDARD).value(13, standardisation))
        .isEqualTo(0.75f);
    assertThat(new Feature.Numeric(AGE, Scaling.RAW).value(13, standardisation)).isEqualTo(13);
    Feature.Numeric log = new Feature.Numeric(AGE, Scaling.LOG);
    assertThat(log.transform(Math.E - 1)).isEqualTo(1);
    assertThat(log.transform(1 - Math.E)).isEqualTo(-1);
    assertThat(log.transform(0)).isZero();
    assertThat(log.transform(1e-20)).isEqualTo(1e-20);
    assertThat(log.value(Math.E - 1, standardisation)).isEqualTo(-2.25f);
  }

  @Test
  void numbersThatNoFloatHoldsBreakTheRecord() {
    Feature.Numeric raw = new Feature.Numeric(AGE, Scaling.RAW);
    Feature.Bucket bucket = new Feature.Bucket(AGE, new Bounds(1));
    for (double x : new double[] {Double.POSITIVE_INFINITY, -1 / 0.0, Double.NaN}) {
      assertThatThrownBy(() -> raw.value(x, Standardisation.NONE))
          .isInstanceOfSatisfying(
              BrokenNumberException.class, e -> assertThat(e.column()).isEqualTo("age"))
          .hasMessage("column age has the number " + x);
      assertThatThrownBy(() -> bucket.bucketOf(x)).isInstanceOf(BrokenNumberException.class);
    }
    assertThatThrownBy(() -> raw.value(1e39, Standardisation.NONE))
        .isInstanceOf(BrokenNumberException.class);
    Feature.Numeric standard = new Feature.Numeric(AGE, Scaling.STANDARD);
    assertThatThrownBy(() -> standard.value(1e308, new Standardisation(-1e308, 1)))
        .isInstanceOf(BrokenNumberException.class);
    assertThat(standard.value(1e39, new Standardisation(0, 1e39))).isEqualTo(1);
  }
}
