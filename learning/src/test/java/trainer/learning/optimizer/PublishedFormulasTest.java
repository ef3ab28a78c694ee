package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.GradientScale;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.random.SplitMix64;
import trainer.core.table.Initializer;
import trainer.core.table.TableSpec;

/** Each optimizer against the formula of its paper, computed apart from it in double. */
class PublishedFormulasTest {
  private static final int STEPS = 300;
  private static final Offset<Float> CLOSE = within(2e-4f);

  private final SplitMix64 random = new SplitMix64(11);

  /** A weight under the published formula: takes gradients, gives weights. */
  private interface Reference {
    double step(double gradient);
  }

  @Test
  void adaGradIsThatOfDuchiHazanAndSinger() {
    for (float l1 : new float[] {0f, 0.05f}) {
      for (float l2 : new float[] {0f, 0.1f}) {
        OptimizerSettings settings =
            new OptimizerSettings(OptimizerName.ADAGRAD, 0.3f, 0f, 2f, l1, l2, GradientScale.SUM);
        compare(settings, new AdaGradInDouble(settings));
      }
    }
  }

  @Test
  void ftrlIsAlgorithm1OfMcMahan() {
    for (float l1 : new float[] {0f, 2f}) {
      for (float l2 : new float[] {0f, 0.5f}) {
        OptimizerSettings settings =
            new OptimizerSettings(OptimizerName.FTRL, 0.4f, 3f, 0f, l1, l2, GradientScale.SUM);
        compare(settings, new FtrlInDouble(settings));
      }
    }
  }

  @Test
  void ftrlWithoutRegularisationIsDescentWithTheAdaptiveRate() {
    // McMahan 2011: without L1 and L2, w moves by −g·α/(β + √n) when β is 0 and w began at 0.
    OptimizerSettings settings =
        new OptimizerSettings(OptimizerName.FTRL, 0.4f, 0f, 0f, 0f, 0f, GradientScale.SUM);
    compare(
        settings,
        new Reference() {
          private double w;
          private double n;

          @Override
          public double step(double g) {
            n += g * g;
            w -= 0.4 * g / StrictMath.sqrt(n);
            return w;
          }
        });
  }

  @Test
  void proximalStepMinimisesItsObjective() {
    for (int trial = 0; trial < 2000; trial++) {
      float v = uniform(-2, 2);
      float rate = uniform(0, 1);
      float l1 = trial % 3 == 0 ? 0f : uniform(0, 1);
      float l2 = trial % 5 == 0 ? 0f : uniform(0, 3);
      float w = Proximal.step(v, rate, l1, l2);
      double best = objective(w, v, rate, l1, l2);
      for (double d : new double[] {1e-2, -1e-2, 1e-3, -1e-3}) {
        assertThat(objective(w + d, v, rate, l1, l2)).isGreaterThan(best - 1e-9);
      }
    }
  }

  @Test
  void ftrlBeginsAtTheWeightsItIsGiven() {
    OptimizerSettings settings =
        new OptimizerSettings(OptimizerName.FTRL, 0.4f, 3f, 2f, 1f, 0.5f, GradientScale.SUM);
    Optimizer optimizer = Optimizers.of(settings, table());
    for (float start : new float[] {0.75f, -0.3f, 0f}) {
      float[] cells = {start, 0f, 0f};
      optimizer.init(cells, 0, 1);
      optimizer.apply(cells, 0, 1, new float[] {0f}, 0, 1, 1);
      assertThat(cells[0]).isEqualTo(start, within(1e-6f));
    }
  }

  @Test
  void aZeroGradientBeforeAnyOtherChangesNothing() {
    for (OptimizerName name : OptimizerName.values()) {
      OptimizerSettings settings =
          new OptimizerSettings(name, 0.4f, 1f, 0f, 0f, 0f, GradientScale.SUM);
      Optimizer optimizer = Optimizers.of(settings, table());
      float[] cells = new float[1 + optimizer.stateWidth()];
      optimizer.init(cells, 0, 1);
      float[] before = cells.clone();
      optimizer.apply(cells, 0, 1, new float[] {0f}, 0, 1, 1);
      assertThat(cells).as("%s", name).containsExactly(before);
    }
  }

  private void compare(OptimizerSettings settings, Reference reference) {
    Optimizer optimizer = Optimizers.of(settings, table());
    float[] cells = new float[1 + optimizer.stateWidth()];
    optimizer.init(cells, 0, 1);
    int zeros = 0;
    for (int step = 1; step <= STEPS; step++) {
      float g = uniform(-1, 1) * (random.below(4) == 0 ? 4 : 0.5f);
      optimizer.apply(cells, 0, 1, new float[] {g}, 0, 1, step);
      double expected = reference.step(g);
      assertThat(cells[0]).as("%s, step %d", settings, step).isEqualTo((float) expected, CLOSE);
      zeros += expected == 0 ? 1 : 0;
    }
    assertThat(zeros).isLessThan(STEPS);
  }

  private static TableSpec table() {
    return new TableSpec("weights", 1, Initializer.ZERO, true, 20);
  }

  private float uniform(double from, double to) {
    return (float) (from + (to - from) * (random.next() >>> 11) * 0x1p-53);
  }

  private static double objective(double w, double v, double rate, double l1, double l2) {
    return (w - v) * (w - v) / 2 + rate * (l1 * Math.abs(w) + l2 * w * w / 2);
  }

  /** JMLR 12 (2011): x ← argmin η⟨g, x⟩ + η·φ(x) + ½(x−x')ᵀH(x−x'), H = √(δ + Σg²), per weight. */
  private static final class AdaGradInDouble implements Reference {
    private final OptimizerSettings s;
    private double w;
    private double sum;

    AdaGradInDouble(OptimizerSettings s) {
      this.s = s;
      this.sum = s.initialAccumulator();
    }

    @Override
    public double step(double g) {
      sum += g * g;
      double h = StrictMath.sqrt(sum) / s.learningRate();
      // The stationary point of g·x + λ1|x| + λ2x²/2 + h(x−w)²/2, tried on each side of zero.
      double right = (h * w - g - s.l1()) / (h + s.l2());
      double left = (h * w - g + s.l1()) / (h + s.l2());
      w = right > 0 ? right : left < 0 ? left : 0;
      return w;
    }
  }

  /** KDD 2013, algorithm 1, line by line. */
  private static final class FtrlInDouble implements Reference {
    private final OptimizerSettings s;
    private double z;
    private double n;
    private double w;

    FtrlInDouble(OptimizerSettings s) {
      this.s = s;
    }

    @Override
    public double step(double g) {
      double sigma = (StrictMath.sqrt(n + g * g) - StrictMath.sqrt(n)) / s.learningRate();
      z += g - sigma * w;
      n += g * g;
      w =
          Math.abs(z) <= s.l1()
              ? 0
              : -(z - Math.signum(z) * s.l1())
                  / ((s.beta() + StrictMath.sqrt(n)) / s.learningRate() + s.l2());
      return w;
    }
  }
}
