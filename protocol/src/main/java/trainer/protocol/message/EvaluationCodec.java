package trainer.protocol.message;

import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreBins;
import trainer.protocol.proto.BinsProto;
import trainer.protocol.proto.EvaluationProto;
import trainer.protocol.proto.MetricsProto;
import trainer.protocol.proto.SumProto;

/** Metrics and evaluations; of the histograms only bins that are not empty. */
final class EvaluationCodec {
  private EvaluationCodec() {}

  static MetricsProto encode(Metrics metrics) {
    return MetricsProto.newBuilder()
        .setRecords(metrics.records())
        .setLoss(encode(metrics.loss()))
        .setTally(encode(metrics.tally()))
        .setBad(metrics.bad())
        .build();
  }

  static Metrics decode(MetricsProto proto) {
    return new Metrics(
        proto.getRecords(), decode(proto.getLoss()), decode(proto.getTally()), proto.getBad());
  }

  private static SumProto encode(ExactSum sum) {
    return SumProto.newBuilder().setHigh(sum.high()).setLow(sum.low()).build();
  }

  private static ExactSum decode(SumProto proto) {
    try {
      return new ExactSum(proto.getHigh(), proto.getLow());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }

  static EvaluationProto encode(Evaluation evaluation) {
    return EvaluationProto.newBuilder()
        .setMetrics(encode(evaluation.metrics()))
        .setPositives(encode(evaluation.positives()))
        .setNegatives(encode(evaluation.negatives()))
        .build();
  }

  static Evaluation decode(EvaluationProto proto) {
    return new Evaluation(
        decode(proto.getMetrics()), decode(proto.getPositives()), decode(proto.getNegatives()));
  }

  private static BinsProto encode(long[] counts) {
    BinsProto.Builder proto = BinsProto.newBuilder();
    for (int bin = 0; bin < counts.length; bin++) {
      if (counts[bin] != 0) {
        proto.addBins(bin).addCounts(counts[bin]);
      }
    }
    return proto.build();
  }

  private static long[] decode(BinsProto proto) {
    if (proto.getBinsCount() != proto.getCountsCount()) {
      throw new MalformedMessageException(
          proto.getBinsCount() + " bins with " + proto.getCountsCount() + " counts");
    }
    long[] counts = new long[ScoreBins.COUNT];
    for (int i = 0; i < proto.getBinsCount(); i++) {
      int bin = proto.getBins(i);
      if (bin < 0 || bin >= counts.length) {
        throw new MalformedMessageException("bin " + bin + " of " + counts.length);
      }
      counts[bin] = proto.getCounts(i);
    }
    return counts;
  }
}
