package trainer.learning.optimizer;

import trainer.learning.schedule.LearningRate;

/** A rule with what a job says about it: gradients summed or averaged, clipping, schedule. */
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
  public void init(float[] cells, int offset, int width) {
    rule.init(cells, offset, width);
  }

  @Override
  public Step step(long number, long records) {
    return new ScaledStep(rule, rate.at(number), settings.factor(records), clipping);
  }

  /** One mini-batch's step. A class of its own, so that the rows' loop knows what it calls. */
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
