package trainer.avro.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.avro.record.AggregatedRecord;
import trainer.avro.record.NumberRecord;
import trainer.avro.record.RankedRecord;
import trainer.avro.record.RankingRecord;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Ranked;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;

/** Results of folds to Avro records and back. */
final class AggregatedCodec {
  private AggregatedCodec() {}

  static AggregatedRecord encode(ResultFact.Aggregated fact) {
    Aggregate result = fact.result();
    List<NumberRecord> numbers =
        result.numbers().entrySet().stream()
            .map(one -> new NumberRecord(one.getKey(), one.getValue()))
            .toList();
    List<RankingRecord> rankings =
        result.rankings().entrySet().stream()
            .map(one -> new RankingRecord(one.getKey(), encode(one.getValue())))
            .toList();
    return new AggregatedRecord(
        fact.version().number(), fact.fold(), result.name(), numbers, rankings);
  }

  private static List<RankedRecord> encode(List<Ranked> kept) {
    return kept.stream().map(one -> new RankedRecord(one.value(), one.key(), one.index())).toList();
  }

  static ResultFact.Aggregated decode(AggregatedRecord r) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    r.getNumbers().forEach(one -> numbers.put(one.getName(), one.getValue()));
    Map<String, List<Ranked>> rankings = new LinkedHashMap<>();
    r.getRankings()
        .forEach(
            one ->
                rankings.put(
                    one.getName(),
                    one.getKept().stream()
                        .map(kept -> new Ranked(kept.getValue(), kept.getKey(), kept.getIndex()))
                        .toList()));
    return new ResultFact.Aggregated(
        new Version(r.getVersion()), r.getFold(), new Aggregate(r.getName(), numbers, rankings));
  }
}
