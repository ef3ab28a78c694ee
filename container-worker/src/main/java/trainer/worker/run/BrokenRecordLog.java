package trainer.worker.run;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.core.input.BadRecords;

/**
 * Lines of the log about broken records: the first block with some has its line at once, those
 * after it one line together every ten seconds. Any thread.
 */
final class BrokenRecordLog {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private BadRecords unsaid = BadRecords.NONE;
  private int blocks;
  private boolean begun;
  private long saidAt;

  /** A block has some. */
  synchronized Optional<String> add(BadRecords bad, long nowNanos) {
    unsaid = unsaid.and(bad);
    blocks++;
    if (begun && nowNanos - saidAt < PERIOD_NANOS) {
      return Optional.empty();
    }
    begun = true;
    saidAt = nowNanos;
    return rest();
  }

  /** What no line has said yet. */
  synchronized Optional<String> rest() {
    if (blocks == 0) {
      return Optional.empty();
    }
    String line =
        unsaid.count()
            + (unsaid.count() == 1 ? " broken record" : " broken records")
            + " left out of "
            + blocks
            + (blocks == 1 ? " block" : " blocks")
            + ", the first: "
            + unsaid.first().message();
    unsaid = BadRecords.NONE;
    blocks = 0;
    return Optional.of(line);
  }
}
