package trainer.avro.state;

import trainer.avro.record.SumRecord;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;

/**
 * The exact sums of metrics to Avro records and back. A weight that equals the number of its
 * records is null, as in journals from before weights.
 */
final class MetricsCodec {
  private MetricsCodec() {}

  static SumRecord encode(ExactSum sum) {
    return new SumRecord(sum.high(), sum.low());
  }

  private static ExactSum decode(SumRecord r) {
    return new ExactSum(r.getHigh(), r.getLow());
  }

  static SumRecord weight(Metrics metrics) {
    return weight(metrics.weight(), metrics.records());
  }

  static SumRecord weight(ExactSum weight, long records) {
    return weight.equals(ExactSum.of((double) records)) ? null : encode(weight);
  }

  static ExactSum weight(SumRecord r, long records) {
    return r == null ? ExactSum.of((double) records) : decode(r);
  }

  static Metrics decode(long records, SumRecord weight, SumRecord loss, SumRecord tally, long bad) {
    return new Metrics(records, weight(weight, records), decode(loss), decode(tally), bad);
  }
}
