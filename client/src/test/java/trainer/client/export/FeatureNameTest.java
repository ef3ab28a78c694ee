package trainer.client.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.feature.FeatureKeys;
import trainer.core.feature.FeatureTerm;

class FeatureNameTest {
  private static final Settings SETTINGS =
      Settings.of(Map.of("trainer.features", "age:number,pay:log,age:bucket(18;30),job:category"));

  private static List<String> texts(FeatureNames names) {
    return names.all().values().stream().map(FeatureName::text).collect(Collectors.toList());
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
    assertThat(names.isUnnamed(log)).isFalse();
    assertThat(names.isUnnamed(7)).isFalse();
  }

  @Test
  void categoriesAreNamedByTheirTexts() {
    byte[] nurse = "nurse".getBytes(StandardCharsets.UTF_8);
    long key = new FeatureKeys().column("job").category(nurse, 0, nurse.length);
    FeatureNames names = new FeatureNames(SETTINGS, one -> one == key);
    assertThat(names.isUnnamed(key)).isTrue();
    names.addCategory(key, names.terms().get(3), "nurse");
    assertThat(texts(names)).containsExactly("job=nurse");
    FeatureTerm cross = new FeatureTerm.Cross(List.of("job", "city"));
    assertThat(
            new FeatureName(cross, FeatureName.Kind.CATEGORY, java.util.Arrays.asList("a", null))
                .text())
        .isEqualTo("job=a, city is NULL");
  }
}
