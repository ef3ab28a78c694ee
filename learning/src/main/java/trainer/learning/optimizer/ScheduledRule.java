package trainer.learning.optimizer;

import trainer.learning.schedule.LearningRate;

/** A rule with a job's settings for it: sum or mean of gradients, clipping, schedule. */
final class ScheduledRule implements Optimizer {
  private final Rule rule;
  private final OptimizerSettings settings;
  private final LearningRate rate;
  private final Clipping clipping;

  ScheduledRule(Rule rule, OptimizerSettings settings) {
    this.rule = rule;
    this.settings = settings;
    this.rate = settings.learningRate();
    this.clipping = Clipping.of(settings);
  }

  @Override
  public int state(int width) {
    return rule.state(width);
  }

  @Override
  public boolean keepsWeights() {
    return rule.keepsWeights();
  }

  @Override
  public void readWeights(float[] cells, int offset, int width, float[] target, int at) {
    rule.readWeights(cells, offset, width, target, at);
  }

  @Override
  public void readWeights(float[][] columns, int count, float[] target) {
    rule.readWeights(columns, count, target);
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    rule.init(cells, offset, width);
  }

  @Override
  public Step step(long number, double weight) {
    return step(number, weight, 0);
  }

  @Override
  public Step step(long number, double weight, long staleness) {
    float factor = settings.factor(weight);
    float present = rate.at(number, staleness);
    return factor == 1f && clipping == null
        ? new PlainStep(rule, present)
        : new ScaledStep(rule, present, factor, clipping);
  }

  /** A step by the plain sum of the gradients, as the adaptive optimizers use it. */
  private static final class PlainStep implements Step {
    private final Rule rule;
    private final float rate;

    PlainStep(Rule rule, float rate) {
      this.rule = rule;
      this.rate = rate;
    }

    @Override
    public void apply(float[] cells, int offset, int width, float[] gradient) {
      rule.apply(rate, cells, offset, width, gradient);
    }
  }

  /** A step by a mean, or by a clipped gradient. */
  private static final class ScaledStep implements Step {
    private final Rule rule;
    private final float rate;
    private final float factor;
    private final Clipping clipping;

    ScaledStep(Rule rule, float rate, float factor, Clipping clipping) {
      this.rule = rule;
      this.rate = rate;
      this.factor = factor;
      this.clipping = clipping;
    }

    @Override
    public void apply(float[] cells, int offset, int width, float[] gradient) {
      for (int i = 0; i < width; i++) {
        gradient[i] *= factor;
      }
      if (clipping != null) {
        clipping.clip(gradient, width);
      }
      rule.apply(rate, cells, offset, width, gradient);
    }
  }
}
