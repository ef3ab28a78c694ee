package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.avro.model.ModelOrigin;
import trainer.core.config.Keys;
import trainer.core.config.Settings;

class TrainedModelSettingsTest {
  private static final ModelOrigin ORIGIN =
      new ModelOrigin(
          "",
          "logistic",
          Map.of(
              "trainer.label", "income",
              "trainer.label.positive", "yes",
              "trainer.label.negative", "no",
              "trainer.weight", "w",
              "trainer.features", "age",
              "trainer.features.bits", "20",
              "trainer.csv.delimiter", ";"),
          "test");

  private static Settings settings(Map<String, String> given) {
    return TrainedModelSettings.of(Settings.of(given), ORIGIN);
  }

  @Test
  void theModelDecidesOnTheUseOfColumns() {
    Settings found = settings(Map.of("trainer.model", "linear", "trainer.features.bits", "30"));
    assertThat(found.get(Keys.MODEL)).isEqualTo("logistic");
    assertThat(found.get(Keys.LABEL)).isEqualTo("income");
    assertThat(found.get(Keys.LABEL_NEGATIVE)).isEqualTo("no");
    assertThat(found.get(Keys.WEIGHT)).isEqualTo("w");
    assertThat(found.get(Keys.FEATURES)).isEqualTo("age");
    assertThat(found.get(Keys.FEATURES_BITS)).isEqualTo(20);
  }

  @Test
  void theCallerDecidesOnTheFiles() {
    assertThat(settings(Map.of()).get(Keys.CSV_DELIMITER)).isEqualTo(';');
    assertThat(settings(Map.of("trainer.csv.delimiter", "|")).get(Keys.CSV_DELIMITER))
        .isEqualTo('|');
    assertThat(settings(Map.of("trainer.input.where", "dt=1")).get(Keys.INPUT_WHERE))
        .isEqualTo("dt=1");
  }

  @ParameterizedTest
  @CsvSource({
    "trainer.label, rich, trainer.label=income",
    "trainer.label.positive, no, trainer.label.positive=yes",
    "trainer.label.negative, maybe, trainer.label.negative=no",
    "trainer.weight, v, trainer.weight=w",
    "trainer.features, 'age,job', trainer.features=age",
  })
  void anotherUseIsRefused(String key, String value, String own) {
    assertThatThrownBy(() -> settings(Map.of(key, value)))
        .hasMessageStartingWith("CONFIG_CONFLICT: the model was trained with " + own)
        .hasMessageContaining(key);
    String same = own.substring(own.indexOf('=') + 1);
    assertThat(settings(Map.of(key, same)).texts()).containsEntry(key, same);
  }

  @Test
  void weightsMayBeLeftOutButNotAdded() {
    assertThat(settings(Map.of("trainer.weight", "")).get(Keys.WEIGHT)).isEmpty();
    ModelOrigin unweighted = new ModelOrigin("", "logistic", Map.of(), "test");
    assertThatThrownBy(
            () -> TrainedModelSettings.of(Settings.of(Map.of("trainer.weight", "w")), unweighted))
        .hasMessageContaining("the model was trained with no trainer.weight");
  }
}
