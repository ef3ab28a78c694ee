package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.table.DenseRows;
import trainer.core.table.KeyList;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;

class DenseTableTest {
  private static final int ROWS = Fixture.SPECS.get(Fixture.GRID).rows();

  private final Fixture fixture = Fixture.started();

  /** Pushes a share of one dense table, its row r's sums being {@code base + r} and 0. */
  private void pushGrid(long version, int share, int shares, long base) {
    RowList list = fixture.replicas.requests().lookUp(Fixture.keysAndGrid(Fixture.ALL), true);
    long[] sums = new long[list.floats()];
    for (int row = 0; row < ROWS; row++) {
      sums[2 * row] = base + row;
    }
    fixture
        .replicas
        .requests()
        .push(
            new RecordingConnection(),
            Fixture.share(1, version, share, shares),
            list,
            EncodedSums.of(sums));
  }

  private float[] grid(long line, long version) {
    RecordingConnection peer = new RecordingConnection();
    KeyList list = Fixture.keysAndGrid(Fixture.ALL);
    fixture
        .replicas
        .requests()
        .pull(peer, 9, line, version, fixture.replicas.requests().lookUp(list, false));
    return peer.values;
  }

  @Test
  void rowsStandInTheOrderOfTheirKeysAndAreThereFromTheStart() {
    assertThat(grid(1, 0)).hasSize(2 * ROWS).containsOnly(0f);
    pushGrid(1, 1, 2, 0);
    pushGrid(1, 0, 2, 2048);
    fixture.replicas.commit(1, 1);
    float[] values = grid(1, 1);
    for (int row = 0; row < ROWS; row++) {
      // Two shares of 5 records; 2^-11 a unit.
      assertThat(values[2 * row]).isEqualTo(11 + 2 * row / 2048f);
      assertThat(values[2 * row + 1]).isEqualTo(10f);
    }
  }

  @Test
  void whoNamesNoRowLeavesAllOfThemAlone() {
    pushGrid(1, 0, 1, 0);
    fixture.replicas.commit(1, 1);
    float[] before = grid(1, 1);
    fixture.push(1, 2, 0, 1, 7, 3, 4);
    fixture.replicas.commit(1, 2);
    assertThat(grid(1, 2)).isEqualTo(before);
  }

  @Test
  void theOldVersionIsReadWhileTheNextIsTentativeAndComesBackWithAnotherLine() {
    pushGrid(1, 0, 1, 0);
    fixture.replicas.commit(1, 1);
    float[] before = grid(1, 1);
    long digest = fixture.replicas.committed().digest();
    pushGrid(2, 0, 1, 500);
    assertThat(fixture.completes).endsWith("1/2");
    assertThat(grid(1, 1)).isEqualTo(before);
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1));
    assertThat(grid(2, 1)).isEqualTo(before);
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
  }

  @Test
  void itsPartIsWrittenWithoutInitialRows() {
    RowList list = fixture.replicas.requests().lookUp(Fixture.keysAndGrid(Fixture.ALL), true);
    fixture
        .replicas
        .requests()
        .push(
            new RecordingConnection(),
            Fixture.share(1, 1, 0, 1),
            list,
            EncodedSums.of(new long[list.floats()]));
    RowUpdate odd =
        new RowUpdate(Fixture.GRID, "odd", (key, w) -> Arrays.fill(w, (float) (key % 2)));
    fixture.replicas.commit(1, 1);
    fixture.replicas.update(1, 2, odd);
    fixture.replicas.commit(1, 2);
    List<Long> keys = new ArrayList<>();
    for (int partition : Fixture.ALL) {
      RowCursor rows = fixture.replicas.committed().rows(Fixture.GRID, partition);
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    assertThat(keys).isEqualTo(LongStream.range(0, ROWS).filter(k -> k % 2 == 1).boxed().toList());
  }

  @Test
  void aRowUpdateSeesEveryRowAlsoOnesNeverTouchedAndIsUndone() {
    List<Long> seen = new ArrayList<>();
    RowUpdate numbering =
        new RowUpdate(
            Fixture.GRID,
            "number",
            (key, weights) -> {
              seen.add(key);
              weights[1] = (float) key;
            });
    long digest = fixture.replicas.committed().digest();
    fixture.replicas.update(1, 1, numbering);
    assertThat(seen).hasSize(ROWS).doesNotHaveDuplicates();
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    assertThat(grid(2, 0)).containsOnly(0f);
    fixture.replicas.update(2, 1, numbering);
    fixture.replicas.commit(2, 1);
    assertThat(grid(2, 1)[2 * 17 + 1]).isEqualTo(17f);
  }

  @Test
  void listsThatDoNotFitTheTablesAreRefused() {
    KeyList good = Fixture.keysAndGrid(Fixture.ALL);
    int[] less = good.whole().clone();
    less[0]--;
    int partition =
        IntStream.range(0, 32).filter(p -> DenseRows.count(ROWS, p) > 0).min().orElse(0);
    for (KeyList bad :
        List.of(
            new KeyList(good.tables(), good.partitions(), good.starts(), good.keys(), less),
            new KeyList(
                new int[] {Fixture.GRID}, new int[] {partition}, new int[] {0, 1}, new long[1]),
            new KeyList(
                new int[1], new int[] {partition}, new int[2], new long[0], new int[] {3}))) {
      assertThatThrownBy(() -> fixture.replicas.requests().lookUp(bad, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("table");
    }
  }
}
