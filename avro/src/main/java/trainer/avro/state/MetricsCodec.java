package trainer.avro.state;

import trainer.avro.record.MetricsRecord;
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

  static ExactSum decode(SumRecord r) {
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

  static MetricsRecord encode(Metrics metrics) {
    return new MetricsRecord(
        metrics.records(),
        encode(metrics.loss()),
        encode(metrics.tally()),
        metrics.bad(),
        weight(metrics));
  }

  static Metrics decode(MetricsRecord r) {
    return decode(r.getRecords(), r.getWeight(), r.getLoss(), r.getTally(), r.getBad());
  }

  static Metrics decode(long records, SumRecord weight, SumRecord loss, SumRecord tally, long bad) {
    return new Metrics(records, weight(weight, records), decode(loss), decode(tally), bad);
  }
}
