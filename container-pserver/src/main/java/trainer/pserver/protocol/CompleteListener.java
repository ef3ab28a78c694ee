package trainer.pserver.protocol;

import java.util.Map;
import trainer.core.message.Metrics;

/**
 * A listener for complete versions: every replica here has all shares and has computed the version,
 * undoably.
 */
public interface CompleteListener {
  /**
   * Called when a version is complete, and again when the report is repeated.
   *
   * @param metrics the mini-batch's metrics, if partition 0 is held here; else empty
   * @param digests the digest of each partition held here, if digests are kept; else empty
   */
  void complete(long line, long version, Metrics metrics, Map<Integer, Long> digests);
}
