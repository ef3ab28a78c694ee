package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;
import trainer.core.message.EvaluationSummary;
import trainer.core.message.Metrics;

class LearningCurveTest {
  private final LearningCurve curve = new LearningCurve(null);

  private void scored(long... versions) {
    for (long version : versions) {
      curve.on(
          new ResultFact.Scored(
              new Version(version), 1, Metrics.NONE, EvaluationSummary.NONE, 1000));
    }
  }

  private Long[] versions() {
    return curve.points().stream().map(point -> point.version().number()).toArray(Long[]::new);
  }

  @Test
  void showsVersionsInOrder() {
    scored(10, 5);
    assertThat(versions()).containsExactly(5L, 10L);
    assertThat(curve.at(5)).isEqualTo(EvaluationSummary.NONE);
    assertThat(curve.at(6)).isNull();
  }

  @Test
  void aRollbackDropsTheVersionsThatAreMadeAgain() {
    scored(5, 10, 15, 20);
    curve.rollBack(10, 40);
    assertThat(versions()).containsExactly(5L, 10L);
  }

  @Test
  void aRollbackToTheBestVersionKeepsThoseAfterIt() {
    scored(5, 10, 15, 20);
    curve.rollBack(7, 10);
    assertThat(versions()).as("10 is made again").containsExactly(5L, 15L, 20L);
    curve.rollBack(10, 10);
    assertThat(versions()).containsExactly(5L, 15L, 20L);
  }
}
