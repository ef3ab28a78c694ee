package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestKeyTest {
  @ParameterizedTest
  @CsvSource({
    "trainer.wrokers, trainer.workers",
    "trainer.epoch, trainer.epochs",
    "workers, trainer.workers",
    "Trainer.Epochs, trainer.epochs",
    "trainer.input.formt, trainer.input.format",
    "trainer.learning-rate, trainer.optimizer.learning-rate"
  })
  void findsTheKeyThatWasMeant(String typed, String key) {
    assertThat(NearestKey.to(typed)).contains(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trainer.iceberg", "trainer.hibernate.session", "trainer.", "trainer.x"})
  void namesNoKeyWhereNoneIsNear(String typed) {
    assertThat(NearestKey.to(typed)).isEmpty();
    assertThat(NearestKey.refusal(typed, typed).message())
        .endsWith("trainer conf show lists every key");
  }

  @Test
  void swappedLettersAreOneMistake() {
    assertThat(NearestName.to("sbumit", List.of("status", "submit"))).contains("submit");
    assertThat(NearestName.to("list", List.of("ls", "List"))).contains("List");
    assertThat(NearestName.to("predict", List.of("submit", "attach"))).isEmpty();
  }
}
