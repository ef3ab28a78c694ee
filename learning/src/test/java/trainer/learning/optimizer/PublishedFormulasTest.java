package trainer.learning.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static trainer.core.config.Keys.OptimizerName.ADADELTA;
import static trainer.core.config.Keys.OptimizerName.ADAGRAD;
import static trainer.core.config.Keys.OptimizerName.ADAM;
import static trainer.core.config.Keys.OptimizerName.AMSGRAD;
import static trainer.core.config.Keys.OptimizerName.FTRL;
import static trainer.core.config.Keys.OptimizerName.MOMENTUM;
import static trainer.core.config.Keys.OptimizerName.NESTEROV;
import static trainer.core.config.Keys.OptimizerName.RMSPROP;
import static trainer.core.config.Keys.OptimizerName.SGD;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.random.SplitMix64;

/**
 * Each optimizer against its paper, computed apart from it in double, and in another form where the
 * paper has one: means as sums over all gradients there were, momentum by two former weights.
 */
class PublishedFormulasTest {
  private static final int STEPS = 300;
  private static final Offset<Float> CLOSE = within(2e-4f);

  private final SplitMix64 random = new SplitMix64(11);

  @Test
  void adaGradIsThatOfDuchiHazanAndSinger() {
    for (double l1 : new double[] {0, 0.05}) {
      for (double l2 : new double[] {0, 0.1}) {
        compare(
            new Weight(
                ADAGRAD,
                "learning-rate",
                "0.3",
                "initial-accumulator",
                "2",
                "l1",
                "" + l1,
                "l2",
                "" + l2),
            new AdaGradInDouble(l1, l2));
      }
    }
  }

  @Test
  void ftrlIsAlgorithm1OfMcMahan() {
    for (double l1 : new double[] {0, 2}) {
      for (double l2 : new double[] {0, 0.5}) {
        compare(
            new Weight(FTRL, "learning-rate", "0.4", "beta", "3", "l1", "" + l1, "l2", "" + l2),
            new FtrlInDouble(l1, l2));
      }
    }
  }

  @Test
  void ftrlWithoutRegularisationIsDescentWithTheAdaptiveRate() {
    // McMahan 2011: without L1 and L2, w moves by −g·α/(β + √n) when β is 0 and w began at 0.
    double[] n = new double[1];
    double[] w = new double[1];
    compare(
        new Weight(FTRL, "learning-rate", "0.4", "beta", "0", "l1", "0"),
        g -> {
          n[0] += g * g;
          w[0] -= 0.4 * g / StrictMath.sqrt(n[0]);
          return w[0];
        });
  }

  /** Polyak 1964, equation 9: x' = x − α·f'(x) + β·(x − x of before). */
  @Test
  void momentumIsThatOfPolyak() {
    double[] now = new double[1];
    double[] before = new double[1];
    compare(
        new Weight(MOMENTUM, "learning-rate", "0.05", "momentum", "0.8"),
        g -> {
          double next = now[0] - 0.05 * g + 0.8 * (now[0] - before[0]);
          before[0] = now[0];
          now[0] = next;
          return next;
        });
  }

  /** Sutskever et al. 2013, equations 3 and 4; our weight is the point θ + μ·v. */
  @Test
  void nesterovIsThatOfSutskever() {
    double[] theta = new double[1];
    double[] v = new double[1];
    compare(
        new Weight(NESTEROV, "learning-rate", "0.05", "momentum", "0.8"),
        g -> {
          v[0] = 0.8 * v[0] - 0.05 * g;
          theta[0] += v[0];
          return theta[0] + 0.8 * v[0];
        });
  }

  /**
   * Nesterov 1983: on a quadratic with curvatures of 1 and κ, a rate of 1/κ and μ = (√κ−1)/(√κ+1)
   * take a factor of 1 − 1/√κ off the error with each step, where descent takes 1 − 1/κ.
   */
  @Test
  void nesterovConvergesAtTheRateThatIsProven() {
    double kappa = 100;
    double mu = (StrictMath.sqrt(kappa) - 1) / (StrictMath.sqrt(kappa) + 1);
    Weight fast = new Weight(1f, NESTEROV, "learning-rate", "0.01", "momentum", "" + mu);
    Weight slow = new Weight(1f, SGD, "learning-rate", "0.01");
    for (int step = 0; step < 100; step++) {
      fast.step(fast.value());
      slow.step(slow.value());
    }
    assertThat(slow.value()).isEqualTo((float) StrictMath.pow(0.99, 100), within(1e-4f));
    // A double root λ = 1 − 1/√κ: the error is (1 + t/√κ·…)·λ^t, at most (1 + t)·λ^t.
    assertThat((double) Math.abs(fast.value())).isLessThan(101 * StrictMath.pow(0.9, 100));
  }

  @Test
  void adaDeltaIsAlgorithm1OfZeiler() {
    List<Double> squares = new ArrayList<>();
    List<Double> moves = new ArrayList<>();
    double[] x = new double[1];
    compare(
        new Weight(ADADELTA, "learning-rate", "1", "rho", "0.9", "epsilon", "1e-3"),
        g -> {
          squares.add(g * g);
          double rmsOfMoves = StrictMath.sqrt(mean(moves, 0.9) + 1e-3);
          double move = -rmsOfMoves / StrictMath.sqrt(mean(squares, 0.9) + 1e-3) * g;
          moves.add(move * move);
          x[0] += move;
          return x[0];
        });
  }

  @Test
  void adamIsAlgorithm1OfKingmaAndBa() {
    compare(
        new Weight(
            ADAM, "learning-rate", "0.01", "beta1", "0.9", "beta2", "0.99", "epsilon", "1e-4"),
        new AdamInDouble());
  }

  @Test
  void adamsFirstStepIsTheRateWhateverTheGradient() {
    for (double g : new double[] {1e-3, 0.5, 70, 1e6}) {
      float moved = new Weight(ADAM, "learning-rate", "0.01", "epsilon", "1e-8").step(g);
      assertThat(moved).as("after %s", g).isEqualTo(-0.01f, within(1e-6f));
    }
  }

  @Test
  void amsGradIsAlgorithm2OfReddiKaleAndKumar() {
    List<Double> gradients = new ArrayList<>();
    List<Double> squares = new ArrayList<>();
    double[] greatest = new double[1];
    double[] x = new double[1];
    compare(
        new Weight(
            AMSGRAD, "learning-rate", "0.01", "beta1", "0.9", "beta2", "0.99", "epsilon", "1e-8"),
        g -> {
          gradients.add(g);
          squares.add(g * g);
          greatest[0] = Math.max(greatest[0], mean(squares, 0.99));
          x[0] -= 0.01 * mean(gradients, 0.9) / StrictMath.sqrt(greatest[0]);
          return x[0];
        });
  }

  /**
   * Reddi, Kale, Kumar 2018, section 5, the synthetic problem: f(x) = 1010·x in one step of 101,
   * else −10·x, on [−1, 1]. The best x is −1. Adam goes to +1, AMSGrad to −1.
   */
  @Test
  void amsGradSolvesWhatAdamDoesNot() {
    assertThat(onTheSyntheticProblem(ADAM)).isGreaterThan(0.9f);
    assertThat(onTheSyntheticProblem(AMSGRAD)).isLessThan(-0.9f);
  }

  private static float onTheSyntheticProblem(OptimizerName name) {
    Weight x =
        new Weight(
            name, "learning-rate", "0.01", "beta1", "0.9", "beta2", "0.99", "epsilon", "1e-8");
    for (int t = 1; t <= 200_000; t++) {
      x.step(t % 101 == 1 ? 1010 : -10);
      x.cells[0] = Math.max(-1f, Math.min(1f, x.cells[0]));
    }
    return x.value();
  }

  @Test
  void rmsPropIsThatOfLecture6() {
    List<Double> squares = new ArrayList<>();
    double[] x = new double[1];
    compare(
        new Weight(RMSPROP, "learning-rate", "0.01", "rho", "0.9", "epsilon", "1e-4"),
        g -> {
          squares.add(g * g);
          x[0] -= 0.01 * g / (StrictMath.sqrt(mean(squares, 0.9)) + 1e-4);
          return x[0];
        });
  }

  /** The values that the tests of Keras (keras/src/optimizers) expect of these gradients. */
  @Test
  void theTrajectoriesThatKerasExpects() {
    Weight delta = new Weight(1f, ADADELTA, "learning-rate", "1", "rho", "0.8", "epsilon", "1e-6");
    Weight slow = new Weight(1f, ADAGRAD, "learning-rate", "0.2", "initial-accumulator", "0.3");
    Weight steep = new Weight(1f, ADAGRAD, "learning-rate", "0.2", "initial-accumulator", "0.3");
    double[] ofDelta = {0.9978, 0.9947, 0.9915, 0.9882, 0.9849};
    double[] ofSlow = {0.9963, 0.9604, 0.9251, 0.8903, 0.856};
    double[] ofSteep = {0.9963, 0.8209, 0.6891, 0.579, 0.4825};
    for (int i = 0; i < 5; i++) {
      assertThat(delta.step(i == 0 ? 0.01 : 0.5)).isEqualTo((float) ofDelta[i], within(5e-4f));
      assertThat(slow.step(i == 0 ? 0.01 : 0.1)).isEqualTo((float) ofSlow[i], within(1e-4f));
      assertThat(steep.step(i == 0 ? 0.01 : 1.0)).isEqualTo((float) ofSteep[i], within(1e-4f));
    }
    assertThat(
            new Weight(1f, RMSPROP, "learning-rate", "0.5", "rho", "0.9", "epsilon", "1e-7")
                .step(7))
        .isEqualTo(-0.5811f, within(1e-4f));
    assertThat(new Weight(1f, ADAM, "learning-rate", "0.5", "epsilon", "1e-7").step(7))
        .isEqualTo(0.5f, within(1e-4f));
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
    for (float start : new float[] {0.75f, -0.3f, 0f}) {
      Weight weight =
          new Weight(
              start,
              FTRL,
              "learning-rate",
              "0.4",
              "beta",
              "3",
              "initial-accumulator",
              "2",
              "l1",
              "1",
              "l2",
              "0.5");
      assertThat(weight.step(0)).isEqualTo(start, within(1e-6f));
    }
  }

  /** As mirror descent, w ← w − g·α/(β + √n), the form of McMahan 2011 that knows no z. */
  @Test
  void ftrlUnderAScheduleIsMirrorDescentAtTheRateOfTheStep() {
    double[] n = new double[1];
    double[] w = new double[1];
    int[] t = new int[1];
    compare(
        new Weight(
            FTRL,
            "learning-rate",
            "0.4",
            "beta",
            "3",
            "l1",
            "0",
            "schedule",
            "step",
            "schedule.steps",
            "50",
            "schedule.decay",
            "0.5"),
        g -> {
          n[0] += g * g;
          int halvings = t[0]++ / 50;
          double alpha = 0.4 * StrictMath.pow(0.5, halvings);
          w[0] -= g * alpha / (3 + StrictMath.sqrt(n[0]));
          return w[0];
        });
  }

  private void compare(Weight weight, DoubleUnaryOperator reference) {
    int zeros = 0;
    for (int step = 1; step <= STEPS; step++) {
      float g = uniform(-1, 1) * (random.below(4) == 0 ? 4 : 0.5f);
      double expected = reference.applyAsDouble(g);
      assertThat(weight.step(g)).as("step %d", step).isEqualTo((float) expected, CLOSE);
      zeros += expected == 0 ? 1 : 0;
    }
    assertThat(zeros).isLessThan(STEPS);
  }

  /** (1 − β)·Σ β^(t−i)·x_i: an exponential mean that began at 0, written out. */
  private static double mean(List<Double> values, double beta) {
    double sum = 0;
    for (int i = 0; i < values.size(); i++) {
      sum += StrictMath.pow(beta, values.size() - 1.0 - i) * values.get(i);
    }
    return (1 - beta) * sum;
  }

  private float uniform(double from, double to) {
    return (float) (from + (to - from) * (random.next() >>> 11) * 0x1p-53);
  }

  private static double objective(double w, double v, double rate, double l1, double l2) {
    return (w - v) * (w - v) / 2 + rate * (l1 * Math.abs(w) + l2 * w * w / 2);
  }

  /** ICLR 2015: m and v as sums over all gradients, corrected as section 3 derives it. */
  private static final class AdamInDouble implements DoubleUnaryOperator {
    private final List<Double> gradients = new ArrayList<>();
    private final List<Double> squares = new ArrayList<>();
    private double x;

    @Override
    public double applyAsDouble(double g) {
      gradients.add(g);
      squares.add(g * g);
      int t = gradients.size();
      double m = mean(gradients, 0.9) / (1 - StrictMath.pow(0.9, t));
      double v = mean(squares, 0.99) / (1 - StrictMath.pow(0.99, t));
      x -= 0.01 * m / (StrictMath.sqrt(v) + 1e-4);
      return x;
    }
  }

  /** JMLR 12 (2011): x ← argmin η⟨g, x⟩ + η·φ(x) + ½(x−x')ᵀH(x−x'), H = √(δ + Σg²), per weight. */
  private static final class AdaGradInDouble implements DoubleUnaryOperator {
    private final double l1;
    private final double l2;
    private double w;
    private double sum = 2;

    AdaGradInDouble(double l1, double l2) {
      this.l1 = l1;
      this.l2 = l2;
    }

    @Override
    public double applyAsDouble(double g) {
      sum += g * g;
      double h = StrictMath.sqrt(sum) / 0.3;
      // The stationary point of g·x + λ1|x| + λ2x²/2 + h(x−w)²/2, tried on each side of zero.
      double right = (h * w - g - l1) / (h + l2);
      double left = (h * w - g + l1) / (h + l2);
      w = right > 0 ? right : left < 0 ? left : 0;
      return w;
    }
  }

  /** KDD 2013, algorithm 1, line by line. */
  private static final class FtrlInDouble implements DoubleUnaryOperator {
    private final double l1;
    private final double l2;
    private double z;
    private double n;
    private double w;

    FtrlInDouble(double l1, double l2) {
      this.l1 = l1;
      this.l2 = l2;
    }

    @Override
    public double applyAsDouble(double g) {
      double sigma = (StrictMath.sqrt(n + g * g) - StrictMath.sqrt(n)) / 0.4;
      z += g - sigma * w;
      n += g * g;
      w =
          Math.abs(z) <= l1
              ? 0
              : -(z - Math.signum(z) * l1) / ((3 + StrictMath.sqrt(n)) / 0.4 + l2);
      return w;
    }
  }
}
