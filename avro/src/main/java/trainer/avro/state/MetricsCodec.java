package trainer.avro.state;

import trainer.avro.record.MetricsRecord;
import trainer.avro.record.PositivesRecord;
import trainer.avro.record.SumRecord;
import trainer.core.math.ExactSum;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;

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
        weight(metrics),
        encode(metrics.positives()));
  }

  static Metrics decode(MetricsRecord r) {
    return decode(
        r.getRecords(), r.getWeight(), r.getLoss(), r.getTally(), r.getPositive(), r.getBad());
  }

  static Metrics decode(
      long records,
      SumRecord weight,
      SumRecord loss,
      SumRecord tally,
      PositivesRecord positives,
      long bad) {
    return new Metrics(
        records, weight(weight, records), decode(loss), decode(tally), decode(positives), bad);
  }

  static PositivesRecord encode(Positives positives) {
    return positives.equals(Positives.NONE)
        ? null
        : new PositivesRecord(encode(positives.weight()), encode(positives.predicted()));
  }

  private static Positives decode(PositivesRecord r) {
    return r == null
        ? Positives.NONE
        : new Positives(decode(r.getWeight()), decode(r.getPredicted()));
  }
}
