package trainer.protocol.message;

import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.message.ScoreCounts;
import trainer.protocol.proto.BinsProto;
import trainer.protocol.proto.EvaluationProto;
import trainer.protocol.proto.MetricsProto;
import trainer.protocol.proto.SumProto;

/** Metrics and evaluations; histograms have only bins that are not empty. */
final class EvaluationCodec {
  private EvaluationCodec() {}

  static MetricsProto encode(Metrics metrics) {
    return MetricsProto.newBuilder()
        .setRecords(metrics.records())
        .setWeight(encode(metrics.weight()))
        .setLoss(encode(metrics.loss()))
        .setTally(encode(metrics.tally()))
        .setPositives(encode(metrics.positives().weight()))
        .setPredicted(encode(metrics.positives().predicted()))
        .setBad(metrics.bad())
        .build();
  }

  static Metrics decode(MetricsProto proto) {
    return new Metrics(
        proto.getRecords(),
        decode(proto.getWeight()),
        decode(proto.getLoss()),
        decode(proto.getTally()),
        new Positives(decode(proto.getPositives()), decode(proto.getPredicted())),
        proto.getBad());
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

  private static BinsProto encode(ScoreCounts counts) {
    BinsProto.Builder proto = BinsProto.newBuilder();
    for (int place = 0; place < counts.size(); place++) {
      proto.addBins(counts.bin(place)).addCounts(counts.count(place));
    }
    return proto.build();
  }

  private static ScoreCounts decode(BinsProto proto) {
    try {
      return ScoreCounts.of(
          proto.getBinsList().stream().mapToInt(Integer::intValue).toArray(),
          proto.getCountsList().stream().mapToLong(Long::longValue).toArray());
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage());
    }
  }
}
