package trainer.learning.spi;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.input.Labels;
import trainer.core.math.Elementary;

/**
 * The outputs of a model for one record, by name: what scoring writes for it. They are a function
 * of the record's scores alone.
 */
public interface Outputs {
  /** The names, in their order: lower-case letters, digits and underscores. */
  List<String> names();

  /**
   * Computes the outputs of a record.
   *
   * @param scores contains the record's scores from {@code from} on, as {@link Labels} defines them
   * @param outputs to be filled with one number per name
   */
  void compute(float[] scores, int from, float[] outputs);

  /**
   * The outputs of a kind of labels: {@code score}, which is the probability of label 1 or the
   * number predicted; or {@code class}, then {@code score_0} and so on, the probability of each
   * class.
   */
  static Outputs of(Labels labels) {
    return switch (labels.kind()) {
      case BINARY -> new Probability();
      case CLASSES -> new ClassProbabilities(labels);
      case NUMBERS -> new RealNumber();
    };
  }

  /** The probability of label 1: the logistic function of the log odds. */
  record Probability() implements Outputs {
    @Override
    public List<String> names() {
      return List.of("score");
    }

    @Override
    public void compute(float[] scores, int from, float[] outputs) {
      outputs[0] = (float) Elementary.sigmoid(scores[from]);
    }
  }

  /** The class predicted, and the probability of each: the softmax of the logits. */
  record ClassProbabilities(Labels labels) implements Outputs {
    @Override
    public List<String> names() {
      Stream<String> each =
          IntStream.range(0, labels.classes()).mapToObj(number -> "score_" + number);
      return Stream.concat(Stream.of("class"), each).toList();
    }

    @Override
    public void compute(float[] scores, int from, float[] outputs) {
      int best = labels.best(scores, from);
      outputs[0] = best;
      double total = 0;
      for (int c = 0; c < labels.classes(); c++) {
        total += share(scores, from, best, c);
      }
      for (int c = 0; c < labels.classes(); c++) {
        outputs[1 + c] = (float) (share(scores, from, best, c) / total);
      }
    }

    /** Relative to the greatest logit, so that no exponential overflows. */
    private static double share(float[] scores, int from, int best, int c) {
      return Elementary.exp((double) scores[from + c] - scores[from + best]);
    }
  }

  /** The number predicted, which is the score. */
  record RealNumber() implements Outputs {
    @Override
    public List<String> names() {
      return List.of("score");
    }

    @Override
    public void compute(float[] scores, int from, float[] outputs) {
      outputs[0] = scores[from];
    }
  }
}
