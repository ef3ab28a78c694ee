package trainer.protocol.bulk;

import java.nio.ByteBuffer;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;

/**
 * Metrics in a push: records; weight, loss, tally, and weight and prediction of the positives as
 * two integers each; broken records.
 */
final class MetricsCodec {
  private MetricsCodec() {}

  static void put(Metrics metrics, ByteBuffer to) {
    to.putLong(metrics.records());
    put(metrics.weight(), to);
    put(metrics.loss(), to);
    put(metrics.tally(), to);
    put(metrics.positives().weight(), to);
    put(metrics.positives().predicted(), to);
    to.putLong(metrics.bad());
  }

  static Metrics get(ByteBuffer from) throws MalformedFrameException {
    Metrics metrics =
        new Metrics(
            from.getLong(),
            sum(from),
            sum(from),
            sum(from),
            new Positives(sum(from), sum(from)),
            from.getLong());
    if (metrics.records() < 0 || metrics.weight().high() < 0) {
      throw new MalformedFrameException(
          metrics.records() + " records of weight " + metrics.weight().toDouble());
    }
    return metrics;
  }

  private static void put(ExactSum sum, ByteBuffer to) {
    to.putLong(sum.high()).putLong(sum.low());
  }

  private static ExactSum sum(ByteBuffer from) throws MalformedFrameException {
    try {
      return new ExactSum(from.getLong(), from.getLong());
    } catch (IllegalArgumentException e) {
      throw new MalformedFrameException(e.getMessage());
    }
  }
}
