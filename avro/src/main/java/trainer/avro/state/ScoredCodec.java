package trainer.avro.state;

import java.util.ArrayList;
import java.util.List;
import trainer.avro.record.FileWrittenRecord;
import trainer.avro.record.OutputTaskRecord;
import trainer.avro.record.ScoreCountsRecord;
import trainer.avro.record.ScoredRecord;
import trainer.core.fact.ResultFact;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.Evaluation;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreCounts;

/** Facts about scored records to Avro records and back. */
final class ScoredCodec {
  private ScoredCodec() {}

  static ScoredRecord encode(ResultFact.Scored fact) {
    return new ScoredRecord(
        fact.version().number(),
        fact.epoch(),
        MetricsCodec.encode(fact.train()),
        MetricsCodec.encode(fact.heldOut().metrics()),
        fact.heldOut().auc(),
        fact.at());
  }

  static ResultFact.Scored decode(ScoredRecord r) {
    EvaluationSummary heldOut =
        new EvaluationSummary(MetricsCodec.decode(r.getHeldOut()), r.getAuc());
    return new ResultFact.Scored(
        new Version(r.getVersion()),
        r.getEpoch(),
        MetricsCodec.decode(r.getTrain()),
        heldOut,
        r.getAt());
  }

  static FileWrittenRecord encode(ResultFact.FileWritten fact) {
    OutputFile file = fact.file();
    Evaluation evaluation = file.evaluation();
    Metrics metrics = evaluation.metrics();
    return new FileWrittenRecord(
        file.name(),
        file.bytes(),
        file.sha256(),
        file.tasks().stream()
            .map(task -> new OutputTaskRecord(task.slot().number(), task.rows(), task.sha256()))
            .toList(),
        metrics.records(),
        MetricsCodec.encode(metrics.loss()),
        MetricsCodec.encode(metrics.tally()),
        metrics.bad(),
        encode(evaluation.positives()),
        encode(evaluation.negatives()),
        MetricsCodec.weight(metrics),
        MetricsCodec.encode(metrics.positives()));
  }

  static ResultFact.FileWritten decode(FileWrittenRecord r) {
    Evaluation evaluation =
        new Evaluation(
            MetricsCodec.decode(
                r.getRecords(),
                r.getWeight(),
                r.getLoss(),
                r.getTally(),
                r.getPositive(),
                r.getBad()),
            decode(r.getPositives()),
            decode(r.getNegatives()));
    return new ResultFact.FileWritten(
        new OutputFile(
            r.getName(),
            r.getLength(),
            r.getSha256(),
            r.getTasks().stream()
                .map(t -> new OutputFile.Task(new Slot(t.getTurn()), t.getRows(), t.getSha256()))
                .toList(),
            evaluation));
  }

  private static ScoreCountsRecord encode(ScoreCounts counts) {
    List<Integer> steps = new ArrayList<>(counts.size());
    List<Long> each = new ArrayList<>(counts.size());
    int last = 0;
    for (int place = 0; place < counts.size(); place++) {
      steps.add(counts.bin(place) - last);
      each.add(counts.count(place));
      last = counts.bin(place);
    }
    return new ScoreCountsRecord(steps, each);
  }

  private static ScoreCounts decode(ScoreCountsRecord r) {
    int[] bins = r.getSteps().stream().mapToInt(Integer::intValue).toArray();
    for (int place = 1; place < bins.length; place++) {
      bins[place] += bins[place - 1];
    }
    return ScoreCounts.of(bins, r.getCounts().stream().mapToLong(Long::longValue).toArray());
  }
}
