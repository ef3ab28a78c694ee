package trainer.avro.state;

import java.util.ArrayList;
import java.util.List;
import trainer.avro.record.ScoreCountsRecord;
import trainer.avro.record.ScoredRecord;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.ScoreCounts;

/** Scores of held-out records to Avro records and back. */
final class ScoredCodec {
  private ScoredCodec() {}

  static ScoredRecord encode(ResultFact.Scored fact) {
    Metrics metrics = fact.evaluation().metrics();
    return new ScoredRecord(
        fact.version().number(),
        fact.task(),
        fact.tasks(),
        metrics.records(),
        FactCodec.encode(metrics.loss()),
        FactCodec.encode(metrics.tally()),
        metrics.bad(),
        encode(fact.evaluation().positives()),
        encode(fact.evaluation().negatives()));
  }

  static ResultFact.Scored decode(ScoredRecord r) {
    Metrics metrics =
        new Metrics(
            r.getRecords(),
            FactCodec.decode(r.getLoss()),
            FactCodec.decode(r.getTally()),
            r.getBad());
    return new ResultFact.Scored(
        new Version(r.getVersion()),
        r.getTask(),
        r.getTasks(),
        new Evaluation(metrics, decode(r.getPositives()), decode(r.getNegatives())));
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
