package trainer.pserver.protocol;

import java.util.Map;
import trainer.core.message.Metrics;

/** Hears that every copy here has all shares of a version and has computed it, undoably. */
public interface CompleteListener {
  /**
   * Called once a version, after the last share.
   *
   * @param metrics the mini-batch's metrics, if partition 0 is held here; else empty
   * @param digests the digest of each partition held here, if digests are kept; else empty
   */
  void complete(long line, long version, Metrics metrics, Map<Integer, Long> digests);
}
