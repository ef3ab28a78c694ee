package trainer.learning.model;

import trainer.core.math.Elementary;

/**
 * The logistic loss of a record's margin m: ln(1 + e^−m) for a positive and ln(1 + e^m) for a
 * negative label, with the slope σ(m) − y.
 */
final class LogisticLoss {
  private LogisticLoss() {}

  /** 1 for a positive label; 0 for a negative one, which is 0 or −1. */
  static float target(float label) {
    return label > 0f ? 1f : 0f;
  }

  /** e^−|m|, from which loss and slope follow without overflow. */
  static double decay(float margin) {
    return Elementary.exp(-Math.abs(margin));
  }

  /** ln(1 + e^∓m). */
  static double loss(float margin, float target, double decay) {
    boolean wrong = margin > 0f ? target == 0f : target == 1f;
    return (wrong ? Math.abs(margin) : 0.0) + Elementary.log1p(decay);
  }

  /** σ(m) − y. */
  static float slope(float margin, float target, double decay) {
    double probability = margin >= 0f ? 1 / (1 + decay) : decay / (1 + decay);
    return (float) (probability - target);
  }
}
