package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;

class AggregateResultsTest {
  private final AggregateResults results = new AggregateResults();

  @Test
  void dropsThoseOfLaterVersionsInARollback() {
    results.on(new ResultFact.Aggregated(new Version(2), 0, null));
    results.on(new ResultFact.Aggregated(new Version(5), 1, null));
    assertThat(results.before(1)).hasSize(1);
    assertThat(results.before(2)).hasSize(2);
    results.rollBack(2);
    assertThat(results.all()).containsOnlyKeys(0);
  }
}
