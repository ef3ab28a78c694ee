package trainer.worker.run;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import trainer.core.input.BadRecords;

/**
 * The log lines about broken records. The first block with broken records is logged at once; later
 * ones are combined into one line every ten seconds. Thread-safe.
 */
final class BrokenRecordLog {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private BadRecords unsaid = BadRecords.NONE;
  private int blocks;
  private boolean begun;
  private long saidAt;

  /**
   * Adds the broken records of a block.
   *
   * @return the line to log now, if any
   */
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

  /** The line about broken records that are not logged yet. */
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
