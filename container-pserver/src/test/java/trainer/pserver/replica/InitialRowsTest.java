package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.table.DenseRows;
import trainer.core.table.KeyList;
import trainer.core.table.TableSpec;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.store.Table;

/** Rows that begin as they are drawn, by seed, table and key. */
class InitialRowsTest {
  private static final int PAIRS = 1;

  private static float[] drawn(TableSpec spec, long key) {
    float[] row = new float[spec.width()];
    spec.initializer().fill(key, row, 0, row.length);
    return row;
  }

  @Test
  void arePulledAsTheyAreDrawnWithAnyPartitionsHeld() {
    long[] keys = {-7, 0, 3, 1L << 50};
    Fixture all = Fixture.drawn(Fixture.ALL);
    all.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    KeyList list = Fixture.keysAndGrid(Fixture.ALL, keys);
    RecordingConnection peer = new RecordingConnection();
    all.replicas.requests().pull(peer, 9, 1, 0, all.replicas.requests().lookUp(list, true));
    int at = 0;
    for (int segment = 0; segment < list.segments(); segment++) {
      TableSpec spec = Fixture.DRAWN.get(list.tables()[segment]);
      for (int i = 0; i < list.count(segment); i++) {
        long key =
            list.isWhole(segment)
                ? DenseRows.first(spec.rows(), list.partitions()[segment]) + i
                : list.keys()[list.starts()[segment] + i];
        assertThat(Arrays.copyOfRange(peer.values, at, at + spec.width()))
            .isEqualTo(drawn(spec, key));
        at += spec.width();
      }
    }
    assertThat(at).isEqualTo(2 * 40 + 4 * (1 + 3));
    assertThat(all.replicas.committed().digest()).as("nothing was ever changed").isZero();
    assertThat(exported(all)).isZero();
  }

  @Test
  void areExportedOnceTheyDiffer() {
    Fixture fixture = Fixture.drawn(Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    fixture.push(1, 1, 0, 1, 1024, 5, 6);
    fixture.replicas.commit(1, 1);
    fixture.pull(1, 1, 7, 8);
    assertThat(exported(fixture)).as("of two tables").isEqualTo(4);
    float[] begun = drawn(Fixture.DRAWN.get(PAIRS), 5);
    RowCursor row =
        IntStream.of(Fixture.ALL)
            .mapToObj(p -> fixture.replicas.committed().rows(PAIRS, p))
            .filter(cursor -> cursor.next() && cursor.key() == 5)
            .findFirst()
            .orElseThrow();
    assertThat(row.weights()[1]).isEqualTo(begun[1] / 2 + 0.25f + 5);
  }

  @Test
  void areThereAgainWhenAJobGoesBackToItsBeginning() {
    Fixture fixture = Fixture.drawn(Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    fixture.push(1, 1, 0, 1, 1024, 5, 6);
    fixture.replicas.commit(1, 1);
    fixture.replicas.newLine(
        new ToMember.NewLine(
            new Term(1), new Line(2), Version.INITIAL, Line.NONE, new Line(2), null, ""));
    assertThat(fixture.replicas.committed().digest()).isZero();
    assertThat(exported(fixture)).isZero();
    RecordingConnection peer = fixture.pull(2, 0, 5);
    assertThat(peer.values[1]).isEqualTo(drawn(Fixture.DRAWN.get(PAIRS), 5)[0]);
  }

  /** FTRL, too, whose weights are made of its state. */
  @ParameterizedTest
  @EnumSource
  void stayWhereTheyAreUnderAGradientOfZero(OptimizerName name) {
    Settings settings =
        Settings.of(Map.of("trainer.optimizer", name.name().toLowerCase(Locale.ROOT)));
    List<Table> tables = Table.of(Fixture.DRAWN, spec -> Optimizers.compact(settings, spec));
    Fixture fixture = new Fixture(tables, false, Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    fixture.push(1, 1, 0, 1, 0, 5);
    fixture.replicas.commit(1, 1);
    float[] begun = drawn(Fixture.DRAWN.get(PAIRS), 5);
    RecordingConnection peer = fixture.pull(1, 1, 5);
    for (int i = 0; i < 3; i++) {
      assertThat(peer.values[1 + i]).isCloseTo(begun[i], within(1e-6f));
    }
  }

  private static int exported(Fixture fixture) {
    int rows = 0;
    for (int table = 0; table < Fixture.DRAWN.size(); table++) {
      for (int partition : Fixture.ALL) {
        RowCursor cursor = fixture.replicas.committed().rows(table, partition);
        while (cursor.next()) {
          rows++;
        }
      }
    }
    return rows;
  }
}
