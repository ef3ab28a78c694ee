package trainer.pserver.protocol;

import trainer.core.message.Metrics;

/**
 * The header of a share's gradients. It alone completes the bitmap if the share has no keys.
 *
 * @param share s, 0 ≤ s &lt; {@code shares}
 * @param shares n, of (line, version)
 * @param metrics the share's metrics
 */
public record Push(long line, long version, int share, int shares, Metrics metrics)
    implements Gradients {
  /**
   * More shares than any mini-batch has; bounds the memory that a header can make a replica
   * allocate.
   */
  public static final int MAX_SHARES = 1 << 20;

  public Push {
    if (shares < 1 || shares > MAX_SHARES || share < 0 || share >= shares) {
      throw new IllegalArgumentException("share " + share + " of " + shares);
    }
  }

  @Override
  public int number() {
    return share;
  }
}
