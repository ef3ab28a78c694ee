package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Measures;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.message.ScoreCounts;

class ResultWarningsTest {
  private static final Measures BINARY = new Measures(Labels.BINARY, Loss.LOG);

  private static Metrics meanLoss(double loss) {
    return new Metrics(4, ExactSum.of(4 * loss), ExactSum.ZERO);
  }

  /** One positive of four. */
  private static EvaluationSummary heldOut(double loss) {
    Metrics metrics = meanLoss(loss).with(new Positives(ExactSum.of(1), ExactSum.of(1)));
    return new Evaluation(metrics, counts(1), counts(3)).summary();
  }

  private static ScoreCounts counts(long count) {
    return ScoreCounts.of(new int[] {5}, new long[] {count});
  }

  private static List<String> of(
      String learningRate, Measures measures, Metrics train, EvaluationSummary validation) {
    Settings settings = Settings.of(Map.of("trainer.optimizer.learning-rate", learningRate));
    return ResultWarnings.of(settings, measures, 9, train, validation);
  }

  @Test
  void areNotGivenOfAModelThatBeatsTheBaseRate() {
    assertThat(of("0.1", BINARY, meanLoss(0.69), heldOut(0.55))).isEmpty();
    assertThat(of("0.1", BINARY, meanLoss(0.69), null)).isEmpty();
  }

  @Test
  void nameALearningRateOfZero() {
    assertThat(of("0", BINARY, meanLoss(0.693147), null))
        .containsExactly("trainer.optimizer.learning-rate is 0: the model has learnt nothing");
  }

  @Test
  void compareATrainingLossWithGuessing() {
    assertThat(of("1000", BINARY, meanLoss(425.09), null))
        .singleElement()
        .asString()
        .contains("training log loss, 425.0900, is no better than that of guessing, 0.6931");
    Measures classes = new Measures(Labels.classes(10), Loss.LOG);
    assertThat(of("1", classes, meanLoss(2.2), null)).isEmpty();
    assertThat(of("1", classes, meanLoss(2.4), null)).hasSize(1);
  }

  @Test
  void compareAHeldOutLossWithTheBaseRate() {
    assertThat(of("1", BINARY, meanLoss(0.4), heldOut(0.5640)))
        .singleElement()
        .asString()
        .contains("held-out log loss, 0.5640, is no better than that of the base rate, 0.5623");
  }

  @Test
  void judgeNoLossThatHasNoReference() {
    Measures hinge = new Measures(Labels.BINARY, new Loss("hinge loss"));
    assertThat(of("1", hinge, meanLoss(9), heldOut(9))).isEmpty();
    Measures numbers = new Measures(Labels.NUMBERS, Loss.UNNAMED);
    assertThat(of("1", numbers, meanLoss(9), null)).isEmpty();
  }

  @Test
  void judgeNoLossThatWasMeasuredBeforeTheFirstUpdate() {
    Settings settings = Settings.of(Map.of());
    assertThat(ResultWarnings.of(settings, BINARY, 1, meanLoss(0.693147), null)).isEmpty();
    assertThat(ResultWarnings.of(settings, BINARY, 2, meanLoss(0.693147), null)).hasSize(1);
  }
}
