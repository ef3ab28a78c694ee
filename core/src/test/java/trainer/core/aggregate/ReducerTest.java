package trainer.core.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReducerTest {
  private static final List<Reduction> ALL =
      List.of(
          Reduction.sum("sum"),
          Reduction.max("max"),
          Reduction.min("min"),
          Reduction.top("top", 5),
          Reduction.farthest("farthest", 5));

  private record Row(long key, double... values) {}

  private static List<Partial> reduce(List<Row> rows) {
    Reducer reducer = new Reducer(ALL);
    for (Row row : rows) {
      for (int i = 0; i < row.values.length; i++) {
        for (int reduction = 0; reduction < ALL.size(); reduction++) {
          reducer.add(reduction, row.values[i], row.key, i);
        }
      }
    }
    return reducer.partials();
  }

  private static List<Partial> plus(List<Partial> one, List<Partial> other) {
    List<Partial> sum = new ArrayList<>();
    for (int i = 0; i < ALL.size(); i++) {
      sum.add(one.get(i).plus(other.get(i), ALL.get(i)));
    }
    return sum;
  }

  private static Aggregate result(Row... rows) {
    return Aggregate.of("a", ALL, reduce(List.of(rows)));
  }

  @Test
  void theSameRowsGiveTheSameInAnyOrderAndSpreadOverAnyPartitions() {
    Random random = new Random(3);
    for (int round = 0; round < 300; round++) {
      List<Row> rows = new ArrayList<>();
      for (int key = random.nextInt(60); key > 0; key--) {
        double few = random.nextInt(7) - 3; // so that many are equal
        rows.add(new Row(key * 0x9E3779B97F4A7C15L, few * 0.1, random.nextGaussian()));
      }
      List<Partial> whole = reduce(rows);
      int partitions = 1 + random.nextInt(5);
      List<List<Row>> spread = new ArrayList<>();
      for (int i = 0; i < partitions; i++) {
        spread.add(new ArrayList<>());
      }
      Collections.shuffle(rows, random);
      rows.forEach(row -> spread.get(random.nextInt(partitions)).add(row));
      List<Partial> sum = Collections.nCopies(ALL.size(), Partial.NONE);
      for (List<Row> part : spread) {
        sum = plus(sum, reduce(part));
      }
      assertThat(sum).isEqualTo(whole);
      assertThat(Aggregate.of("a", ALL, sum)).isEqualTo(Aggregate.of("a", ALL, whole));
    }
  }

  @Test
  void saysSumsExtremesAndRankings() {
    Aggregate result = result(new Row(3, 0.1, -5), new Row(-1, 0.2), new Row(4, 0.3, -0.0));
    assertThat(result.number("sum")).isEqualTo(-4.4);
    assertThat(result.number("max")).isEqualTo(0.3);
    assertThat(result.number("min")).isEqualTo(-5);
    assertThat(result.ranking("top"))
        .containsExactly(
            new Ranked(0.3, 4, 0),
            new Ranked(0.2, -1, 0),
            new Ranked(0.1, 3, 0),
            new Ranked(0, 4, 1),
            new Ranked(-5, 3, 1));
    assertThat(result.ranking("farthest").get(0)).isEqualTo(new Ranked(-5, 3, 1));
  }

  @Test
  void equalNumbersAreRankedByTheirKeysAsUnsignedOnesAndThenByIndex() {
    Aggregate result = result(new Row(-1, 1, 1), new Row(1, 1), new Row(2, -1));
    assertThat(result.ranking("farthest"))
        .extracting(Ranked::key)
        .containsExactly(1L, 2L, -1L, -1L);
    assertThat(result.ranking("top")).extracting(Ranked::index).containsExactly(0, 0, 1, 0);
  }

  @Test
  void ofNoRowsThereIsNoExtreme() {
    Aggregate result = result();
    assertThat(result.number("sum")).isZero();
    assertThat(result.ranking("top")).isEmpty();
    assertThatThrownBy(() -> result.number("max")).hasMessage("phase a has no number max");
    assertThatThrownBy(() -> result.ranking("sum")).hasMessage("phase a has no ranking sum");
    assertThatThrownBy(() -> Aggregates.NONE.of("a"))
        .hasMessage("no aggregate phase a came before");
  }

  @Test
  void refusesWhatIsNoNumberWhatNoSumCouldHoldAndResultsThatThereAreNot() {
    Reducer reducer = new Reducer(ALL);
    assertThatThrownBy(() -> reducer.add(1, Double.NaN, 7, 0)).hasMessage("NaN to result max");
    assertThatThrownBy(() -> reducer.add(0, 1e290, 7, 0)).hasMessage("1.0E290 to result sum");
    assertThatThrownBy(() -> reducer.add(5, 1, 7, 0)).hasMessage("to result 5, of 5");
    assertThat(reducer.partials()).isEqualTo(reduce(List.of()));
  }
}
