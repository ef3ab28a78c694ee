package trainer.client.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerm;

class FeatureNameTest {
  private static final Settings SETTINGS =
      Settings.of(Map.of("trainer.features", "age:number,pay:log,age:bucket(18;30),job:category"));

  private static List<String> texts(FeatureNames names) {
    return List.copyOf(names.texts().values());
  }

  @Test
  void numbersBucketsAndNullHaveNamesWithoutAnInput() {
    assertThat(texts(new FeatureNames(SETTINGS, key -> true)))
        .containsExactly(
            "age is NULL",
            "age is NaN",
            "age:number",
            "pay is NULL",
            "pay is NaN",
            "pay:log",
            "age in (-inf, 18)",
            "age in [18, 30)",
            "age in [30, inf)",
            "job is NULL",
            "job is NaN");
  }

  @Test
  void onlyKeysOfTheModelAreNamed() {
    long log = new FeatureKeys().column("pay").log();
    FeatureNames names = new FeatureNames(SETTINGS, key -> key == log);
    assertThat(texts(names)).containsExactly("pay:log");
    assertThat(names.isUnnamed(log, names.terms().get(1))).isFalse();
    assertThat(names.isUnnamed(7, names.terms().get(1))).isFalse();
  }

  @Test
  void categoriesAreNamedByTheirTexts() {
    byte[] nurse = "nurse".getBytes(StandardCharsets.UTF_8);
    long key = new FeatureKeys().column("job").category(nurse, 0, nurse.length);
    FeatureNames names = new FeatureNames(SETTINGS, one -> one == key);
    assertThat(names.isUnnamed(key, names.terms().get(3))).isTrue();
    names.addCategory(key, names.terms().get(3), "nurse");
    assertThat(texts(names)).containsExactly("job=nurse");
    FeatureTerm cross = new FeatureTerm.Cross(List.of("job", "city"));
    assertThat(new FeatureName(cross, FeatureName.Kind.CATEGORY, Arrays.asList("a", null)).text())
        .isEqualTo("job=a, city is NULL");
  }

  @Test
  void featuresThatShareAKeyShareItsWeight() {
    FeatureNames names =
        new FeatureNames(
            Settings.of(Map.of("trainer.features", "job:category", "trainer.features.bits", "1")),
            key -> true);
    FeatureTerm job = names.terms().get(0);
    for (String text : List.of("a", "b", "c", "a")) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      long key = names.keys().column("job").category(bytes, 0, bytes.length);
      assertThat(names.isUnnamed(key, job)).isTrue();
      names.addCategory(key, job, text);
    }
    assertThat(names.of(job, FeatureName.Kind.CATEGORY)).hasSize(3);
    assertThat(names.texts().keySet()).isSubsetOf(0L, 1L);
    assertThat(String.join(" ", texts(names))).contains("job=a", "job=b", "job=c");
  }
}
