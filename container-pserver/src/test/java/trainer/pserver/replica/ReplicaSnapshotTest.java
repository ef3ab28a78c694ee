package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.store.SnapshotRows;

/** A snapshot of replicas that continue has the rows committed when it began. */
class ReplicaSnapshotTest {
  private static final int KEYS = 60;

  private final Fixture fixture = new Fixture(true, Fixture.ALL);
  private final Random random = new Random(7);
  private long line = 1;
  private long committed;

  ReplicaSnapshotTest() {
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
  }

  private static List<Integer> all() {
    return Arrays.stream(Fixture.ALL).boxed().toList();
  }

  /** Everything committed, to the bit; what is merely reserved is left out. */
  private static Map<String, String> whole(LaneReplicas replicas) {
    ReplicaSnapshot snapshot = replicas.committed().snapshot(all());
    Map<String, String> rows = new TreeMap<>();
    while (!snapshot.isOver()) {
      put(snapshot.copySome(Integer.MAX_VALUE), rows);
    }
    return rows;
  }

  private static void put(ReplicaSnapshot.Part part, Map<String, String> rows) {
    if (part == null) {
      return;
    }
    for (SnapshotRows table : part.tables()) {
      List<Long> keys = new ArrayList<>();
      table.forEach(
          (key, cells, offset) -> {
            keys.add(key);
            int stride = table.table().stride();
            rows.put(
                part.partition() + "/" + table.table().position() + "/" + key,
                Arrays.toString(Arrays.copyOfRange(cells, offset, offset + stride)));
          });
      assertThat(keys).isSortedAccordingTo(Long::compareUnsigned);
    }
  }

  /** One thing happens: shares, a commit, a reservation, a new line. */
  private void something() {
    long next = committed + 1;
    long[] keys = random.longs(8).map(key -> Math.floorMod(key, KEYS)).distinct().toArray();
    switch (random.nextInt(6)) {
      case 0 -> fixture.replicas.requests().lookUp(Fixture.keys(random.nextLong()), true);
      case 1 -> {
        line++;
        fixture.replicas.newLine(Fixture.line(new Term(1), line, committed));
      }
      case 2, 3 -> fixture.push(line, next, 0, 1, 1 + random.nextInt(900), keys);
      default -> {
        if (fixture.replicas.commit(line, next) == Commitment.DONE) {
          committed++;
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 50})
  void aSnapshotEqualsThatOfReplicasAtRest(int atOnce) {
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 30; i++) {
        something();
      }
      Map<String, String> expected = whole(fixture.replicas);
      Map<String, String> found = new TreeMap<>();
      ReplicaSnapshot snapshot = fixture.replicas.committed().snapshot(all());
      while (!snapshot.isOver()) {
        if (random.nextInt(3) == 0) {
          something();
        }
        put(snapshot.copySome(atOnce), found);
      }
      assertThat(found).isEqualTo(expected);
    }
    assertThat(committed).isGreaterThan(50);
  }

  @Test
  void tentativeChangesAreNotInIt() {
    fixture.push(1, 1, 0, 1, 512, 5);
    fixture.replicas.commit(1, 1);
    Map<String, String> expected = whole(fixture.replicas);
    fixture.push(1, 2, 0, 1, 512, 5, 6);
    assertThat(whole(fixture.replicas)).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void replicasThatAreFilledFromASnapshotEqualItsReplicas() {
    for (int i = 0; i < 100; i++) {
      something();
    }
    LaneReplicas filled = new Fixture(true, Fixture.ALL).replicas;
    ReplicaSnapshot snapshot = fixture.replicas.committed().snapshot(all());
    while (!snapshot.isOver()) {
      ReplicaSnapshot.Part part = snapshot.copySome(9);
      if (part != null) {
        for (SnapshotRows table : part.tables()) {
          int stride = table.table().stride();
          table.forEach(
              (key, cells, offset) ->
                  filled
                      .load()
                      .add(
                          table.table().position(),
                          part.partition(),
                          key,
                          Arrays.copyOfRange(cells, offset, offset + stride),
                          stride));
        }
      }
    }
    filled.load().complete(committed, 0);
    ToMember.NewLine back =
        new ToMember.NewLine(
            new Term(1),
            new Line(99),
            new Version(committed),
            Line.NONE,
            new Line(99),
            null,
            "somewhere");
    assertThat(filled.newLine(back).following()).isTrue();
    assertThat(filled.committed().digest()).isEqualTo(fixture.replicas.committed().digest());
    assertThat(filled.isAt(99, committed)).isTrue();
  }

  @Test
  void aLineWhoseVersionIsNotFilledInIsNotFollowed() {
    LaneReplicas empty = new Fixture(true, Fixture.ALL).replicas;
    ToMember.NewLine back =
        new ToMember.NewLine(
            new Term(1), new Line(2), new Version(3), Line.NONE, new Line(2), null, "somewhere");
    assertThat(empty.newLine(back).following()).isFalse();
  }
}
