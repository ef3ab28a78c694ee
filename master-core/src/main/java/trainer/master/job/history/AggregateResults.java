package trainer.master.job.history;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import trainer.core.aggregate.Aggregate;
import trainer.core.fact.ResultFact;

/** The results of the recorded aggregations: a fold over facts. */
final class AggregateResults {
  private final NavigableMap<Integer, ResultFact.Aggregated> results = new TreeMap<>();

  void on(ResultFact.Aggregated fact) {
    results.put(fact.fold(), fact);
  }

  /** Drops the results of versions after this one; those up to it stay. */
  void rollBack(long base) {
    results.values().removeIf(one -> one.version().number() > base);
  }

  /** All results, by {@link trainer.core.job.ModelSpec#fold}. */
  NavigableMap<Integer, ResultFact.Aggregated> all() {
    return Collections.unmodifiableNavigableMap(results);
  }

  /** The results of the aggregations before this one. */
  List<Aggregate> before(int fold) {
    return results.headMap(fold).values().stream().map(ResultFact.Aggregated::result).toList();
  }
}
