package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.table.KeyList;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Update;
import trainer.pserver.store.RowList;
import trainer.pserver.store.SnapshotRows;

/** Snapshots of an open version that updates make on arrival. */
class UpdateSnapshotTest {
  private static final long ALICE = 1 << 20;

  private final Fixture fixture = Fixture.started();
  private final Random random = new Random(11);
  private int sequence;

  private static List<Integer> all() {
    return Arrays.stream(Fixture.ALL).boxed().toList();
  }

  private void update() {
    long[] keys = random.longs(6).map(key -> Math.floorMod(key, 60)).distinct().toArray();
    boolean whole = random.nextInt(4) == 0;
    KeyList list = whole ? Fixture.keysAndGrid(Fixture.ALL, keys) : Fixture.keys(keys);
    update(fixture.replicas, 1, list, sequence++);
  }

  private static void update(LaneReplicas replicas, long line, KeyList keys, int number) {
    RowList list = replicas.requests().lookUp(keys, true);
    long[] sums = new long[list.floats()];
    Arrays.setAll(sums, i -> 1024L * (i + number));
    RecordingConnection peer = new RecordingConnection();
    replicas
        .requests()
        .update(peer, new Update(line, 1, ALICE, number, 5), list, EncodedSums.of(sums));
    assertThat(peer.acks).isEqualTo(1);
  }

  private static void put(ReplicaSnapshot.Part part, Map<String, float[]> rows) {
    if (part == null) {
      return;
    }
    for (SnapshotRows table : part.tables()) {
      int stride = table.table().stride();
      table.forEach(
          (key, cells, offset) ->
              rows.put(
                  part.partition() + "/" + table.table().position() + "/" + key,
                  Arrays.copyOfRange(cells, offset, offset + stride)));
    }
  }

  private static Map<String, float[]> whole(LaneReplicas replicas) {
    Map<String, float[]> rows = new TreeMap<>();
    ReplicaSnapshot snapshot = replicas.committed().snapshot(all());
    while (!snapshot.isOver()) {
      put(snapshot.copySome(Integer.MAX_VALUE), rows);
    }
    return rows;
  }

  private static Map<String, String> words(Map<String, float[]> rows) {
    Map<String, String> words = new TreeMap<>();
    rows.forEach((key, cells) -> words.put(key, Arrays.toString(cells)));
    return words;
  }

  @Test
  void equalsASnapshotAtRestWhileUpdatesAreApplied() {
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 5; i++) {
        update();
      }
      Map<String, String> expected = words(whole(fixture.replicas));
      Map<String, float[]> found = new TreeMap<>();
      ReplicaSnapshot snapshot = fixture.replicas.committed().snapshot(all());
      long updates = sequence;
      while (!snapshot.isOver()) {
        if (random.nextInt(3) == 0) {
          update();
        }
        put(snapshot.copySome(1 + random.nextInt(3)), found);
      }
      assertThat(words(found)).isEqualTo(expected);
      assertThat(snapshot.updates()).isEqualTo(updates).isLessThan(sequence);
    }
  }

  @Test
  void replicasFilledFromItContinueAsTheOriginalsDo() {
    for (int i = 0; i < 30; i++) {
      update();
    }
    LaneReplicas filled = new Fixture(false, Fixture.ALL).replicas;
    ReplicaSnapshot snapshot = fixture.replicas.committed().snapshot(all());
    whole(fixture.replicas)
        .forEach(
            (name, cells) -> {
              String[] parts = name.split("/", -1);
              int table = Integer.parseInt(parts[1]);
              filled
                  .load()
                  .add(
                      table,
                      Integer.parseInt(parts[0]),
                      Long.parseLong(parts[2]),
                      cells,
                      cells.length);
            });
    filled.load().complete(0, snapshot.updates());
    ToMember.NewLine back =
        new ToMember.NewLine(
            new Term(1), new Line(9), Version.INITIAL, Line.NONE, new Line(9), null, "somewhere");
    assertThat(filled.newLine(back).following()).isTrue();
    assertThat(filled.committed().digest()).isEqualTo(fixture.replicas.committed().digest());

    KeyList keys = Fixture.keysAndGrid(Fixture.ALL, 3, 99);
    update(fixture.replicas, 1, keys, sequence);
    update(filled, 9, keys, sequence);
    assertThat(filled.committed().digest())
        .as("schedules go on, too")
        .isEqualTo(fixture.replicas.committed().digest());
    float before = weight(filled);
    update(filled, 9, keys, 0);
    assertThat(weight(filled)).as("what came before is not known here").isNotEqualTo(before);
  }

  private static float weight(LaneReplicas replicas) {
    RecordingConnection peer = new RecordingConnection();
    replicas.requests().pull(peer, 1, 9, 0, replicas.requests().lookUp(Fixture.keys(3), false));
    return peer.values[0];
  }
}
