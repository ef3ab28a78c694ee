package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Partial;
import trainer.core.aggregate.Ranked;
import trainer.core.aggregate.Reduction;
import trainer.core.aggregate.TableSummary;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Term;
import trainer.learning.fold.SummaryFold;
import trainer.learning.spi.RowFold;

class TableFoldTest {
  private static final int BIAS = 0;
  private static final int PAIRS = 1;
  private static final List<Reduction> RESULTS =
      List.of(Reduction.sum("sum"), Reduction.sum("rows"), Reduction.top("top", 2));
  private static final RowFold WEIGHTS =
      (key, weights, results) -> {
        results.add(1, 1);
        for (int i = 0; i < weights.length; i++) {
          results.add(0, weights[i]);
          results.add(2, weights[i], i);
        }
      };

  private static TableFold fold(RowFold function) {
    return new TableFold(BIAS, "the fold of phase norms of M", function, RESULTS);
  }

  private static Aggregate result(List<Reduction> reductions, Map<Integer, List<Partial>> folded) {
    List<Partial> sum = new ArrayList<>(Collections.nCopies(reductions.size(), Partial.NONE));
    folded
        .values()
        .forEach(
            partials -> {
              for (int i = 0; i < reductions.size(); i++) {
                sum.set(i, sum.get(i).plus(partials.get(i), reductions.get(i)));
              }
            });
    return Aggregate.of("a", reductions, sum);
  }

  private static Aggregate folded(Fixture fixture, long version) {
    return result(
        RESULTS, fixture.replicas.committed().fold(1, version, fold(WEIGHTS)).orElseThrow());
  }

  @Test
  void seesTheRowsThatMakeTheModelAndChangesNothing() {
    Fixture fixture = Fixture.started();
    fixture.push(1, 1, 0, 1, 1024, 10, -30); // weight 6 for each
    fixture.replicas.commit(1, 1);
    fixture.replicas.requests().lookUp(Fixture.keys(20, 40), true); // reserved by an order ahead
    long digest = fixture.replicas.committed().digest();

    Aggregate result = folded(fixture, 1);

    assertThat(result.number("rows")).isEqualTo(2);
    assertThat(result.number("sum")).isEqualTo(12);
    assertThat(result.ranking("top")).containsExactly(new Ranked(6, 10, 0), new Ranked(6, -30, 0));
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
    assertThat(fixture.completes).containsExactly("1/1");
  }

  @Test
  void readsCommittedRowsWhileTheNextVersionIsTentative() {
    Fixture fixture = Fixture.started();
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    fixture.push(1, 2, 0, 1, 1024, 10, 30);
    assertThat(fixture.completes).containsExactly("1/1", "1/2");

    assertThat(folded(fixture, 1).number("sum")).isEqualTo(6);
    fixture.replicas.commit(1, 2);
    assertThat(folded(fixture, 2).number("rows")).isEqualTo(2);
  }

  @Test
  void isEmptyAtAnotherVersionOrLine() {
    Fixture fixture = Fixture.started();
    assertThat(fixture.replicas.committed().fold(1, 1, fold(WEIGHTS))).isEmpty();
    assertThat(fixture.replicas.committed().fold(2, 0, fold(WEIGHTS))).isEmpty();
    assertThat(fixture.replicas.committed().fold(1, 0, fold(WEIGHTS))).isPresent();
  }

  @Test
  void aLaneThatHoldsNothingSaysThatOfNothing() {
    Fixture empty = new Fixture(false);
    empty.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    assertThat(empty.replicas.committed().fold(1, 0, fold(WEIGHTS))).contains(Map.of());
  }

  @Test
  void rowsThatCameInAnotherOrderFoldToTheSameBits() {
    Random random = new Random(5);
    for (int round = 0; round < 20; round++) {
      long[] keys = LongStream.range(0, 40).map(key -> key * 0x9E3779B97F4A7C15L).toArray();
      Fixture one = Fixture.started();
      Fixture other = Fixture.started();
      Integer[] order = new Integer[keys.length];
      for (int i = 0; i < order.length; i++) {
        order[i] = i;
      }
      List<Integer> shuffled = new ArrayList<>(List.of(order));
      Collections.shuffle(shuffled, random);
      shuffled.forEach(i -> other.replicas.requests().lookUp(Fixture.keys(keys[i]), true));
      for (Fixture fixture : List.of(one, other)) {
        fixture.push(1, 1, 0, 1, 1000 + round, keys);
        fixture.replicas.commit(1, 1);
      }
      TableFold summary =
          new TableFold(PAIRS, "summary", new SummaryFold(), TableSummary.REDUCTIONS);
      assertThat(one.replicas.committed().fold(1, 1, summary))
          .isEqualTo(other.replicas.committed().fold(1, 1, summary));
    }
  }

  @Test
  void theSummaryHasRowsNormsExtremesAndTheLargestWeights() {
    Fixture fixture = Fixture.started();
    fixture.push(1, 1, 0, 1, -40960, 10, 30); // −10 + 5 in each of three columns
    fixture.replicas.commit(1, 1);
    TableFold fold = new TableFold(PAIRS, "summary", new SummaryFold(), TableSummary.REDUCTIONS);
    Map<Integer, List<Partial>> folded =
        fixture.replicas.committed().fold(1, 1, fold).orElseThrow();
    TableSummary summary = TableSummary.of(result(TableSummary.REDUCTIONS, folded), 3);
    assertThat(summary.rows()).isEqualTo(2);
    assertThat(summary.nonZeros()).isEqualTo(6);
    assertThat(summary.weights().l1()).isEqualTo(30);
    assertThat(summary.weights().l2()).isEqualTo(Math.sqrt(150));
    assertThat(summary.weights().min()).isEqualTo(-5);
    assertThat(summary.weights().max()).isEqualTo(-5);
    assertThat(summary.weights().mean()).isEqualTo(-5);
    assertThat(summary.largest()).hasSize(6).first().isEqualTo(new Ranked(-5, 10, 0));
  }

  @Test
  void aFunctionThatThrowsOrContributesNoNumberNamesTheRow() {
    Fixture fixture = Fixture.started();
    fixture.push(1, 1, 0, 1, 1024, 10, 30);
    fixture.replicas.commit(1, 1);
    assertFails(
        fixture,
        (key, weights, results) -> {
          if (key == 30) {
            throw new IllegalStateException("no such key");
          }
        },
        "the fold of phase norms of M threw java.lang.IllegalStateException: no such key at "
            + "trainer.pserver.replica.TableFoldTest");
    assertFails(
        fixture,
        (key, weights, results) -> results.add(0, key == 30 ? 0.0 / 0 : 1),
        "the fold of phase norms of M contributed NaN to result sum");
    assertFails(
        fixture,
        (key, weights, results) -> {
          try {
            results.add(key == 30 ? 3 : 0, 1);
          } catch (IllegalArgumentException e) {
            // a function that goes on does not get away with it
          }
        },
        "the fold of phase norms of M contributed to result 3, of 3");
  }

  private static void assertFails(Fixture fixture, RowFold function, String what) {
    assertThatThrownBy(() -> fixture.replicas.committed().fold(1, 1, fold(function)))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.MODEL_CODE_FAILED))
        .hasMessageContaining(what)
        .hasMessageContaining("table bias, key 30");
  }

  @Test
  void aWeightThatIsNoNumberIsFound() {
    Fixture fixture =
        new Fixture(spec -> new Diverging(), false, Fixture.ALL); // as a rate too high does
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    assertThatThrownBy(() -> fixture.replicas.committed().fold(1, 1, fold(WEIGHTS)))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.VALUE_OUT_OF_RANGE))
        .hasMessageContaining("weight 0 of a row is Infinity")
        .hasMessageContaining("table bias, key 10");
  }

  private static final class Diverging implements trainer.learning.optimizer.Optimizer {
    @Override
    public int state(int width) {
      return 0;
    }

    @Override
    public void init(float[] cells, int offset, int width) {}

    @Override
    public Step step(long version, double weight) {
      return (cells, offset, width, gradient) -> cells[offset] = Float.POSITIVE_INFINITY;
    }
  }
}
