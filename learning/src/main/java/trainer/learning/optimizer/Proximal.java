package trainer.learning.optimizer;

/**
 * The proximal step of elastic-net regularisation.
 *
 * <p>{@code step(v)} is the w that minimises (w − v)²/2 + η(λ1|w| + λ2w²/2). It moves v by η·λ1
 * towards zero but not past it, then divides by 1 + η·λ2 (Duchi, Shalev-Shwartz, Singer, Tewari:
 * Composite Objective Mirror Descent, COLT 2010; for AdaGrad: Duchi, Hazan, Singer, JMLR 12, 2011,
 * section 5.1). Unlike a gradient of the penalty it makes exact zeros and is stable for any η·λ2.
 */
final class Proximal {
  private Proximal() {}

  static float step(float v, float rate, float l1, float l2) {
    float shrunk = Math.abs(v) - rate * l1;
    if (shrunk <= 0f) {
      return 0f;
    }
    float moved = Math.copySign(shrunk, v);
    return l2 == 0f ? moved : moved / (1f + rate * l2); // dividing by 1 changes nothing
  }
}
