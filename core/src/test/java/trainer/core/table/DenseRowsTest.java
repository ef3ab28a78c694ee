package trainer.core.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DenseRowsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 31, 32, 33, 100, 1 << 20, Integer.MAX_VALUE})
  void partitionAfterPartitionHoldsAllKeysInOrderAndAboutAsManyEach(int rows) {
    int next = 0;
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      assertThat(DenseRows.first(rows, partition)).isEqualTo(next);
      int count = DenseRows.count(rows, partition);
      assertThat(count).isBetween(rows / Partitions.COUNT, rows / Partitions.COUNT + 1);
      next += count;
    }
    assertThat(next).isEqualTo(rows);
    assertThat(DenseRows.first(rows, Partitions.COUNT)).isEqualTo(rows);
  }

  @Test
  void aDenseTableHasRows() {
    TableSpec sparse = new TableSpec("weights", 3, Initializer.ZERO, true, 20);
    assertThat(sparse.isDense()).isFalse();
    assertThat(sparse.denseValues()).isZero();
    assertThat(sparse.dense(Integer.MAX_VALUE).denseValues()).isEqualTo(3L * Integer.MAX_VALUE);
    assertThatThrownBy(() -> sparse.dense(0)).hasMessageContaining("weights");
  }
}
