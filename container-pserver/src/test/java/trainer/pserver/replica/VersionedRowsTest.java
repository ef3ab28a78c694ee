package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.table.Partitions;
import trainer.pserver.store.KeyLookup;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Table;

/** Rows whose weight halves and grows by gradient and records: 6 after one share of 1. */
class VersionedRowsTest {
  private static final long KEY = 10;
  private static final int PARTITION = Partitions.of(0, KEY);
  private static final long ONE = 1024;

  private final List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
  private final VersionedRows rows =
      new VersionedRows(PARTITION, tables, new OptimizerStep(), true);
  private final RowList list =
      new KeyLookup(
              tables,
              Partitions.COUNT,
              (partition, table) -> partition == PARTITION ? rows.shard(table) : null,
              MemoryBudget.ENDLESS)
          .lookUp(Fixture.keys(new int[] {PARTITION}, KEY), true, 0);

  private void push(long version, int share, int shares) {
    OpenVersion open = rows.open(version);
    open.enter(Fixture.share(1, version, share, shares));
    open.touched(0).add(list, 0, new long[] {ONE}, 0);
  }

  private float weight(long version) {
    float[] weight = new float[1];
    rows.readWeights(0, list.rows(), list.start(0), 1, version, weight);
    return weight[0];
  }

  private float committedWeight() {
    float[] row = new float[tables.get(0).stride()];
    rows.readCommitted(0, list.rows()[list.start(0)], row);
    return row[0];
  }

  @Test
  void computesAVersionOnceWhenAllSharesAreIn() {
    push(1, 0, 2);
    assertThat(rows.computeIfFull()).isFalse();
    push(1, 1, 2);
    assertThat(rows.computeIfFull()).isTrue();
    assertThat(rows.computeIfFull()).as("it is computed already").isFalse();
    assertThat(rows.isTentative()).isTrue();
    assertThat(weight(1)).isEqualTo(12);
  }

  @Test
  void readsTheCommittedVersionBesideTheTentativeOne() {
    push(1, 0, 1);
    rows.computeIfFull();
    assertThat(weight(0)).isZero();
    assertThat(committedWeight()).isZero();
    rows.commit();
    assertThat(committedWeight()).isEqualTo(6);
  }

  @Test
  void undoRestoresTheCommittedRowsAndDropsBothOpenVersions() {
    push(1, 0, 1);
    push(2, 0, 1);
    rows.computeIfFull();
    rows.undo();
    assertThat(rows.isTentative()).isFalse();
    assertThat(weight(0)).isZero();
    assertThat(rows.open(1).isUntouched()).isTrue();
    assertThat(rows.open(2).isUntouched()).isTrue();
  }

  @Test
  void commitMakesTheVersionAfterItTheNextOne() {
    push(1, 0, 1);
    push(2, 0, 1);
    rows.computeIfFull();
    rows.commit();
    assertThat(rows.committed()).isOne();
    assertThat(rows.computeIfFull()).isTrue();
    assertThat(weight(2)).isEqualTo(9);
  }

  @Test
  void theDigestFollowsTheCommittedRows() {
    push(1, 0, 1);
    rows.computeIfFull();
    assertThat(rows.digest()).isEqualTo(ReplicaDigest.of(rows, tables)).isZero();
    long tentative = rows.tentativeDigest();
    rows.commit();
    assertThat(rows.digest())
        .isEqualTo(tentative)
        .isEqualTo(ReplicaDigest.of(rows, tables))
        .isNotZero();
  }

  @Test
  void aRowUpdateNeedsAVersionWithoutShares() {
    RowUpdate update = new RowUpdate(0, "tenfold", (key, weights) -> weights[0] *= 10);
    push(1, 0, 1);
    assertThatThrownBy(() -> rows.compute(update)).hasMessageContaining("version 1 has shares");
    rows.computeIfFull();
    rows.commit();
    rows.compute(update);
    assertThat(weight(2)).isEqualTo(60);
    rows.undo();
    assertThat(weight(1)).isEqualTo(6);
  }

  @Test
  void aLoadKeepsRowsThatAreFilledInAndNoOthers() {
    rows.fill(0, KEY, new float[] {3, 4}, 2);
    rows.load(5, true);
    assertThat(rows.committed()).isEqualTo(5);
    assertThat(committedWeight()).isEqualTo(3);
    assertThat(rows.digest()).isEqualTo(ReplicaDigest.of(rows, tables));
    rows.load(0, false);
    assertThat(committedWeight()).isZero();
    assertThat(rows.digest()).isZero();
  }
}
