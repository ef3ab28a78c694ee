package trainer.pserver.lane;

import trainer.core.math.RepeatedSums;
import trainer.protocol.bulk.BulkFrame;

/** The array that a lane decodes sums into, reused for every push. */
final class SumsBuffer {
  private long[] sums = new long[1 << 14];

  /** Decodes a push whose number of sums has been checked; valid until the next push. */
  long[] decode(BulkFrame.Push push, RepeatedSums equal) {
    int count = Math.toIntExact(push.sums().count());
    if (sums.length < count) {
      sums = new long[Math.max(count, sums.length * 2)];
    }
    push.sums().readInto(sums, equal);
    return sums;
  }
}
