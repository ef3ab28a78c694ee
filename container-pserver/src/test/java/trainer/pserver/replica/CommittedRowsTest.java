package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.table.Partitions;

class CommittedRowsTest {
  private static final long KEY = 10;
  private static final int PARTITION = Partitions.of(0, KEY);
  private static final long ONE = 1024;

  private final Fixture fixture = Fixture.started();
  private final CommittedRows committed = fixture.replicas.committed();

  @Test
  void rowsAppearWithTheCommitOfTheirVersion() {
    fixture.push(1, 1, 0, 1, ONE, KEY);
    assertThat(fixture.completes).containsExactly("1/1");
    assertThat(committed.rows(0, PARTITION).next()).isFalse();
    fixture.replicas.commit(1, 1);
    RowCursor cursor = committed.rows(0, PARTITION);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.key()).isEqualTo(KEY);
    assertThat(cursor.next()).isFalse();
  }

  @Test
  void theDigestIsTheSumOverThePartitions() {
    fixture.push(1, 1, 0, 1, ONE, KEY, 11, 12);
    fixture.replicas.commit(1, 1);
    long sum = Arrays.stream(Fixture.ALL).mapToLong(committed::digest).sum();
    assertThat(committed.digest()).isEqualTo(sum).isNotZero();
    assertThat(fixture.digests.values().stream().mapToLong(Long::longValue).sum())
        .as("the digests reported with the version")
        .isEqualTo(sum);
  }

  @Test
  void aFoldOfAnotherVersionIsEmpty() {
    TableFold fold = new TableFold(0, "none", null, List.of());
    assertThat(committed.fold(1, 1, fold)).isEmpty();
    assertThat(committed.fold(2, 0, fold)).isEmpty();
  }

  @Test
  void aStreamNeedsAPartitionThatIsHeld() {
    CommittedRows none = new Fixture(false).replicas.committed();
    assertThatThrownBy(() -> none.stream(PARTITION))
        .hasMessage("not held here: partition " + PARTITION);
  }

  @Test
  void aStreamThatHasEndedMissesLaterCommits() {
    ReplicaStream stream = committed.stream(PARTITION);
    long before = stream.remaining();
    committed.end(stream);
    fixture.push(1, 1, 0, 1, ONE, KEY);
    fixture.replicas.commit(1, 1);
    assertThat(stream.remaining()).isEqualTo(before);
  }

  @Test
  void aSnapshotHasThePartitionsAskedFor() {
    ReplicaSnapshot snapshot = committed.snapshot(List.of(PARTITION));
    ReplicaSnapshot.Part part = null;
    while (part == null) {
      part = snapshot.copySome(100);
    }
    assertThat(part.partition()).isEqualTo(PARTITION);
    assertThat(snapshot.isOver()).isTrue();
  }
}
