package trainer.learning.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import trainer.core.input.Labels;

class OutputsTest {
  @Test
  void logOddsBecomeAProbability() {
    Outputs outputs = Outputs.of(Labels.BINARY);
    assertThat(outputs.names()).containsExactly("score");
    assertThat(computed(outputs, 0, 0f)).containsExactly(0.5f);
    assertThat(computed(outputs, 1, 9f, (float) Math.log(3)))
        .containsExactly(new float[] {0.75f}, within(1e-6f));
    assertThat(computed(outputs, 0, -1000f)).containsExactly(0f);
  }

  @Test
  void logitsBecomeTheClassAndTheProbabilityOfEach() {
    Outputs outputs = Outputs.of(Labels.classes(3));
    assertThat(outputs.names()).containsExactly("class", "score_0", "score_1", "score_2");
    float ln2 = (float) Math.log(2);
    assertThat(computed(outputs, 3, 7f, 7f, 7f, 0f, ln2, 0f))
        .containsExactly(new float[] {1f, 0.25f, 0.5f, 0.25f}, within(1e-6f));
    assertThat(computed(outputs, 0, 1000f, -1000f, 1000f)).containsExactly(0f, 0.5f, 0f, 0.5f);
  }

  @Test
  void aNumberIsItself() {
    assertThat(Outputs.of(Labels.NUMBERS).names()).containsExactly("score");
    assertThat(computed(Outputs.of(Labels.NUMBERS), 1, 3f, -2.5f)).containsExactly(-2.5f);
  }

  private static float[] computed(Outputs outputs, int from, float... scores) {
    float[] computed = new float[outputs.names().size()];
    outputs.compute(scores, from, computed);
    return computed;
  }
}
