package trainer.core.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trainer.core.feature.FeatureTerm.Bucket;
import trainer.core.feature.FeatureTerm.Category;
import trainer.core.feature.FeatureTerm.Cross;
import trainer.core.feature.FeatureTerm.Numeric;
import trainer.core.feature.FeatureTerm.Plain;

class FeatureTermsTest {
  private static List<FeatureTerm> terms(String text) {
    FeatureTerms parsed = FeatureTerms.parse(text);
    assertThat(parsed.without()).isEmpty();
    return parsed.terms();
  }

  @Test
  void everyTermIsParsed() {
    assertThat(terms("age,city:category , income:log,x:raw,y:number,z:bucket(1;5.5;20),a*b*c"))
        .containsExactly(
            new Plain("age"),
            new Category("city"),
            new Numeric("income", Scaling.LOG),
            new Numeric("x", Scaling.RAW),
            new Numeric("y", Scaling.STANDARD),
            new Bucket("z", new Bounds(1, 5.5, 20)),
            new Cross(List.of("a", "b", "c")));
  }

  @Test
  void noTextMeansEveryColumn() {
    assertThat(FeatureTerms.parse("")).isEqualTo(FeatureTerms.ALL);
    assertThat(FeatureTerms.parse("  \t")).isEqualTo(FeatureTerms.ALL);
    assertThat(FeatureTerms.ALL).hasToString("");
  }

  @Test
  void namesOfColumnsAreListedWithoutUses() {
    assertThat(FeatureTerms.parseColumns(" ")).isEmpty();
    assertThat(FeatureTerms.parseColumns("id, \"a,b\" ,city name"))
        .containsExactly("id", "a,b", "city name");
    checkNoColumns("id,age:raw", "term 2, age:raw: unexpected : at character 7; a comma comes");
    checkNoColumns("id,,a", "term 2, : a column's name is missing at character 4");
    checkNoColumns("id,a,id", "term 3, id: the column is named twice at character 6");
  }

  private static void checkNoColumns(String text, String message) {
    assertThatThrownBy(() -> FeatureTerms.parseColumns(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void columnsAreLeftOut() {
    FeatureTerms terms = FeatureTerms.parse("-id, -\"a,b\",- capital-gain");
    assertThat(terms.terms()).isEmpty();
    assertThat(terms.without()).containsExactly("id", "a,b", "capital-gain");
    assertThat(terms).hasToString("-id,-\"a,b\",-capital-gain");
  }

  @Test
  void columnsAreLeftOutBesideTerms() {
    FeatureTerms terms = FeatureTerms.parse("pay:log,-id");
    assertThat(terms.terms()).containsExactly(new Numeric("pay", Scaling.LOG));
    assertThat(terms.without()).containsExactly("id");
    assertThat(terms).hasToString("-id,pay:log");
    assertThat(FeatureTerms.parse(terms.toString())).isEqualTo(terms);
  }

  @Test
  void aColumnThatIsNotReadMayBeLeftOut() {
    FeatureTerms terms = FeatureTerms.parse("-tags,-id,pay:log").leavingOut(Set.of("tags"));
    assertThat(terms).isEqualTo(FeatureTerms.parse("-id,pay:log"));
  }

  @Test
  void namesMayHaveSpacesAndQuotesAndAnyCharacterWithinQuotes() {
    assertThat(terms("hours per week, native-country ,income (USD),Straße"))
        .containsExactly(
            new Plain("hours per week"),
            new Plain("native-country"),
            new Plain("income (USD)"),
            new Plain("Straße"));
    assertThat(terms("\"a,b\":log , \" 5\"\" pipe\" * \"-x\",\"\",\"a=b#c\""))
        .containsExactly(
            new Numeric("a,b", Scaling.LOG),
            new Cross(List.of(" 5\" pipe", "-x")),
            new Plain(""),
            new Plain("a=b#c"));
  }

  @Test
  void spacesAroundSignsDoNotMatter() {
    assertThat(terms(" a : log , b * c , d : bucket ( 1 ; -2.5e3 ) ".replace("1 ; -", "-9e9 ; -")))
        .containsExactly(
            new Numeric("a", Scaling.LOG),
            new Cross(List.of("b", "c")),
            new Bucket("d", new Bounds(-9e9, -2500)));
  }

  @Test
  void theTextOfTermsParsesToTheSameTerms() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      FeatureTerms terms = random(random);
      FeatureTerms again = FeatureTerms.parse(terms.toString());
      assertThat(again).as("%s", terms).isEqualTo(terms);
      assertThat(again).hasToString(terms.toString());
    }
  }

  private static FeatureTerms random(Random random) {
    if (random.nextInt(4) == 0) {
      List<String> without = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        without.add(name(random));
      }
      return new FeatureTerms(List.of(), without);
    }
    List<FeatureTerm> terms = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      terms.add(term(random));
    }
    return new FeatureTerms(terms, List.of());
  }

  private static FeatureTerm term(Random random) {
    String name = name(random);
    return switch (random.nextInt(5)) {
      case 0 -> new Category(name);
      case 1 -> new Numeric(name, random.nextBoolean() ? Scaling.RAW : Scaling.LOG);
      case 2 ->
          new Bucket(
              name,
              new Bounds(
                  random
                      .doubles(1 + random.nextInt(4), -1e6, 1e6)
                      .map(x -> random.nextBoolean() ? Math.rint(x) : x)
                      .sorted()
                      .distinct()
                      .toArray()));
      case 3 -> new Cross(List.of(name, name + 'x', name(random) + "yy"));
      default -> new Plain(name);
    };
  }

  private static String name(Random random) {
    String letters = "abä-=#*:,;()\" \t\n.";
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      name.append(letters.charAt(random.nextInt(letters.length())));
    }
    return name.toString();
  }

  @Test
  void mutatedTextIsParsedOrRefusedWithItsTermAndPosition() {
    Random random = new Random(8);
    String letters = "ab-=#*:,;()\"1";
    for (int round = 0; round < 5000; round++) {
      StringBuilder text = new StringBuilder("age:log,\"a,b\"*c,x:bucket(1;5)");
      for (int i = random.nextInt(4); i >= 0; i--) {
        text.setCharAt(
            random.nextInt(text.length()), letters.charAt(random.nextInt(letters.length())));
      }
      try {
        FeatureTerms terms = FeatureTerms.parse(text.toString());
        assertThat(FeatureTerms.parse(terms.toString())).isEqualTo(terms);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("(?s)term \\d+, .*: .+ at character \\d+; .+");
      }
    }
  }

  private static void checkProblem(String text, String message) {
    assertThatThrownBy(() -> FeatureTerms.parse(text))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void problemsNameTheTermThePositionAndARemedy() {
    checkProblem(
        "age:lgo", "term 1, age:lgo: there is no use lgo at character 5; did you mean log?");
    checkProblem(
        "age,b:",
        "term 2, b:: nothing follows the colon at character 7; write category, number, raw, log"
            + " or bucket(1;5;20), or put a name with a colon in quotes");
    checkProblem(
        "a,,b",
        "term 2, : a column's name is missing at character 3; write a name, or leave out the term");
    checkProblem(
        "a=b",
        "term 1, a=b: a name without quotes has no = at character 2; write the name in double"
            + " quotes, with each quote in it doubled");
    checkProblem(
        "\"a,b\":lgo,c",
        "term 1, \"a,b\":lgo: there is no use lgo at character 7; did you mean log?");
    checkProblem(
        "c,\"a,b",
        "term 2, \"a,b: the quote is not closed at character 3; write the name as \"a,b\"");
    checkProblem(
        "\"a\"b", "term 1, \"a\"b: unexpected b at character 4; a comma comes between terms");
  }

  @Test
  void problemsOfBucketsAndCrossesAreNamed() {
    checkProblem(
        "x:bucket", "term 1, x:bucket: unexpected the end at character 9; write bucket(1;5;20)");
    checkProblem(
        "x:bucket(1;5",
        "term 1, x:bucket(1;5: the bracket is not closed at character 9; write bucket(1;5;20)");
    checkProblem(
        "x:bucket(1;a)",
        "term 1, x:bucket(1;a): the bound a is no number at character 12; write numbers with"
            + " semicolons between them, as in bucket(1;5;20)");
    checkProblem(
        "x:bucket(5;1)",
        "term 1, x:bucket(5;1): bound 1 is not above the bound before it at character 9; list"
            + " finite numbers in ascending order");
    checkProblem(
        "x:bucket(1e999)",
        "term 1, x:bucket(1e999): a bound of Infinity is not finite at character 9; list finite"
            + " numbers in ascending order");
    checkProblem(
        "a*a",
        "term 1, a*a: a cross has two columns or more, each of them once at character 1; write"
            + " a*b");
    checkProblem("-a*b", "term 1, -a*b: unexpected * at character 3; a comma comes between terms");
  }
}
