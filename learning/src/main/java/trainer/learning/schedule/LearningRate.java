package trainer.learning.schedule;

import trainer.core.config.Keys;
import trainer.core.config.Settings;

/**
 * The learning rate of every step: base · (floor + (1 − floor) · factor), where the factor is the
 * schedule's. Before that, during the warm-up, it rises evenly from base/warmup to base (Goyal et
 * al.: Accurate, Large Minibatch SGD, 2017, section 2.2).
 *
 * <p><em>Steps.</em> Steps are numbered from 1 by a number that the protocol fixes, so that a
 * repeated computation gets the same rate. Under {@code bsp} it is the version that a mini-batch
 * makes. Under {@code async} it is the number of updates that a partition has applied. Each worker
 * sends one update where {@code bsp} would commit a mini-batch, so {@code trainer.workers} updates
 * count as one step.
 *
 * <p><em>Staleness.</em> With {@code trainer.optimizer.staleness-aware} the rate of an update is
 * divided by its staleness in steps, if that is more than one (Zhang et al.: Staleness-aware
 * Async-SGD for Distributed Deep Learning, IJCAI 2016, equation 6). Example: with 4 workers,
 * gradients whose parameters were pulled 12 updates ago are three mini-batches old, and use a third
 * of the rate.
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

  /** A rate that is the same at every step. */
  public static LearningRate constant(float base) {
    return new LearningRate(base, 0, CONSTANT, 0, 1, false);
  }

  /** The rate under a job's {@code trainer.optimizer.schedule} and {@code .warmup-steps}. */
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

  /** Whether the rate is the same at every step. */
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
   * @param staleness the number of updates between the pull of its parameters and itself
   */
  public float at(long number, long staleness) {
    float rate = at(number);
    return stalenessAware && staleness > updates
        ? (float) (rate * ((double) updates / staleness))
        : rate;
  }
}
