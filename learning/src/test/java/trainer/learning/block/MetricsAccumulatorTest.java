package trainer.learning.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.input.Labels;
import trainer.core.input.SparseRows;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.learning.model.LogisticRegression;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;

class MetricsAccumulatorTest {
  private static final InputFile FILE = new InputFile("hdfs://nn/in/part-0", 1000, 1);
  private final Model model = new LogisticRegression(new ModelArguments(Map.of()));

  private DecodedBlock block(float... labels) {
    return block(labels, null);
  }

  /** Records of which each second one is positive, from the first on. */
  private DecodedBlock weighted(float... weights) {
    float[] labels = new float[weights.length];
    for (int i = 0; i < labels.length; i += 2) {
      labels[i] = 1f;
    }
    return block(labels, weights);
  }

  private DecodedBlock block(float[] labels, float[] weights) {
    SparseRows none = new SparseRows(new int[labels.length + 1], new long[0], null);
    Examples examples = new Examples(labels.length, labels, weights, none, null, null);
    BlockContent content = new BlockContent(examples, BadRecords.NONE);
    return DecodedBlock.of(
        FILE, new Block(3, 4096, 100, -1, 0), content, model, new LocalRows(model.tables()));
  }

  @Test
  void partsAddUpToTheWhole() {
    DecodedBlock one = block(1f, 0f, 1f);
    DecodedBlock two = block(0f, 0f);
    float[] scores = {0.5f, 0.25f, -3f};
    MetricsAccumulator whole = MetricsAccumulator.ofScores(Labels.BINARY);
    whole.add(one, scores, 1.25);
    whole.add(two, scores, 0.5);
    MetricsAccumulator part = MetricsAccumulator.ofScores(Labels.BINARY);
    part.add(two, scores, 0.5);
    MetricsAccumulator other = MetricsAccumulator.ofScores(Labels.BINARY);
    other.add(one, scores, 1.25);
    part.add(other);
    assertThat(part.metrics()).isEqualTo(whole.metrics());
    assertThat(part.metrics().records()).isEqualTo(5);
    assertThat(part.metrics().loss()).isEqualTo(ExactSum.of(1.75));
    assertThat(part.metrics().tally()).isEqualTo(ExactSum.of(1));
    assertThat(part.evaluation().positives()).isEqualTo(whole.evaluation().positives());
    assertThat(part.evaluation().negatives().total()).isEqualTo(3);
    MetricsAccumulator training = MetricsAccumulator.ofTraining(Labels.BINARY);
    training.add(one, scores, 1.25);
    training.add(training);
    assertThat(training.metrics().records()).isEqualTo(6);
  }

  @Test
  void weightsAddUpAndThoseOfPositivesToo() {
    MetricsAccumulator tally = MetricsAccumulator.ofScores(Labels.BINARY);
    tally.add(weighted(0.5f, 2f, 0.25f), new float[] {1f, 1f, 1f}, 0.5);
    MetricsAccumulator other = MetricsAccumulator.ofScores(Labels.BINARY);
    other.add(block(1f, 0f), new float[] {1f, 1f}, 0.5);
    tally.add(other);
    assertThat(tally.metrics().records()).isEqualTo(5);
    assertThat(tally.metrics().weight()).isEqualTo(ExactSum.of(4.75));
    assertThat(tally.metrics().tally()).isEqualTo(ExactSum.of(1.75));
    assertThat(tally.metrics().positives().weight()).isEqualTo(ExactSum.of(1.75));
    assertThat(tally.metrics().positives().predicted().toDouble())
        .isCloseTo(4.75 / (1 + Math.exp(-1)), within(1e-6));
    assertThat(tally.evaluation().positives().total()).isEqualTo(3);
  }

  @Test
  void weightsThatNoSumHoldsNameTheBlock() {
    MetricsAccumulator tally = MetricsAccumulator.ofTraining(Labels.BINARY);
    for (float weight : new float[] {1e-9f, 1e20f}) {
      assertThatThrownBy(() -> tally.add(weighted(weight), new float[] {0f}, 0))
          .hasMessageStartingWith("VALUE_OUT_OF_RANGE: the weights of a block add up to ")
          .hasMessageContaining("hdfs://nn/in/part-0")
          .hasMessageContaining("trainer.weight");
    }
    assertThat(tally.metrics()).isEqualTo(Metrics.NONE);
  }

  @Test
  void whatIsNoNumberNamesTheBlock() {
    DecodedBlock block = block(1f);
    MetricsAccumulator tally = MetricsAccumulator.ofTraining(Labels.BINARY);
    assertThatThrownBy(() -> tally.add(block, new float[] {Float.NaN}, 0))
        .hasMessageStartingWith("VALUE_OUT_OF_RANGE: the score of record 0 is not a number")
        .hasMessageContaining("hdfs://nn/in/part-0");
    assertThatThrownBy(() -> tally.add(block, new float[] {0f}, Double.NaN))
        .hasMessageStartingWith("VALUE_OUT_OF_RANGE: the loss of a block is NaN");
    assertThat(tally.metrics().records()).isZero();
    MetricsAccumulator classes = MetricsAccumulator.ofTraining(Labels.classes(3));
    assertThatThrownBy(() -> classes.add(block(1f, 1f), new float[] {0, 1, 0, 0, 0, Float.NaN}, 0))
        .hasMessageStartingWith("VALUE_OUT_OF_RANGE: the score of record 1 is not a number");
  }
}
