package trainer.learning.schedule;

import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * The learning rate of every step: base · (floor + (1 − floor) · factor), where the factor is the
 * schedule's; before that it rises evenly from base/warmup to base (Goyal et al.: Accurate, Large
 * Minibatch SGD, 2017, section 2.2).
 *
 * <p>Steps are numbered from 1 by what the protocol makes sure of, so that whatever is computed
 * again gets the same rate. Under {@code bsp} that is the version a mini-batch makes. Under {@code
 * async} it is the updates that a partition has taken, and as each worker sends one where a
 * mini-batch would be committed, {@code trainer.workers} of them count as a step.
 *
 * <p>With {@code trainer.optimizer.staleness-aware} the rate of an update is divided by its
 * staleness in steps, if that is more than one (Zhang et al.: Staleness-aware Async-SGD for
 * Distributed Deep Learning, IJCAI 2016, equation 6). Example: of 4 workers, gradients whose
 * parameters were pulled 12 updates ago are three mini-batches old, and go at a third of the rate.
 */
public final class LearningRate {
  private static final Schedule CONSTANT = step -> 1;

  private final float base;
  private final int warmup;
  private final Schedule schedule;
  private final double floor;
  private final int updates;
  private final boolean stalenessAware;

  private LearningRate(
      float base,
      int warmup,
      Schedule schedule,
      double floor,
      int updates,
      boolean stalenessAware) {
    this.base = base;
    this.warmup = warmup;
    this.schedule = schedule;
    this.floor = floor;
    this.updates = updates;
    this.stalenessAware = stalenessAware;
  }

  /** The same rate at every step. */
  public static LearningRate constant(float base) {
    return new LearningRate(base, 0, CONSTANT, 0, 1, false);
  }

  /** What a job's {@code trainer.optimizer.schedule} and {@code .warmup-steps} make of a rate. */
  public static LearningRate of(float base, Settings settings) {
    int updates = settings.get(Keys.SYNC).isOnArrival() ? settings.get(Keys.WORKERS) : 1;
    float floor = settings.find(Keys.OPTIMIZER_SCHEDULE_FLOOR).orElse(0f);
    int warmup = settings.get(Keys.OPTIMIZER_WARMUP_STEPS);
    boolean stalenessAware = settings.get(Keys.OPTIMIZER_STALENESS_AWARE);
    return new LearningRate(base, warmup, schedule(settings), floor, updates, stalenessAware);
  }

  private static Schedule schedule(Settings settings) {
    Keys.ScheduleName name = settings.get(Keys.OPTIMIZER_SCHEDULE);
    if (name == Keys.ScheduleName.CONSTANT) {
      return CONSTANT;
    }
    int steps = settings.get(Keys.OPTIMIZER_SCHEDULE_STEPS);
    return switch (name) {
      case CONSTANT -> CONSTANT;
      case STEP -> new StepDecay(steps, decay(settings, 0.1f));
      case EXPONENTIAL -> new ExponentialDecay(steps, decay(settings, 0.5f));
      case INVERSE_TIME -> new InverseTimeDecay(steps, decay(settings, 1f));
      case COSINE ->
          new CosineWithRestarts(steps, settings.find(Keys.OPTIMIZER_SCHEDULE_GROWTH).orElse(1));
    };
  }

  private static float decay(Settings settings, float byDefault) {
    return settings.find(Keys.OPTIMIZER_SCHEDULE_DECAY).orElse(byDefault);
  }

  /** Whether it is the same at every step. */
  public boolean isConstant() {
    return isUnscheduled() && !stalenessAware;
  }

  private boolean isUnscheduled() {
    return warmup <= 1 && schedule == CONSTANT;
  }

  /** The rate before any schedule. */
  public float base() {
    return base;
  }

  /**
   * The rate of one update.
   *
   * @param number the update's, from 1
   */
  public float at(long number) {
    if (isUnscheduled()) {
      return base;
    }
    long step = 1 + (number - 1) / updates;
    if (step < warmup) {
      return (float) (base * ((double) step / warmup));
    }
    double factor = schedule.factor(step - Math.max(1, warmup));
    return (float) (base * (floor + (1 - floor) * factor));
  }

  /**
   * The rate of an update whose gradients are stale.
   *
   * @param staleness how many updates came between the pull of its parameters and itself
   */
  public float at(long number, long staleness) {
    float rate = at(number);
    return stalenessAware && staleness > updates
        ? (float) (rate * ((double) updates / staleness))
        : rate;
  }
}
