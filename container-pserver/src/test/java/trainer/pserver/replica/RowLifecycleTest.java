package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.id.Term;
import trainer.core.table.Partitions;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.store.RowList;
import trainer.pserver.store.SparseKeyIndex;
import trainer.pserver.store.Table;

/** Rows that learn only after some touches, and are dropped when they are touched no more. */
class RowLifecycleTest {
  private static final int ADMISSION = 3;
  private static final int EXPIRY = 9;
  private static final int PARTS = 2;
  private static final int KEYS = 60;

  /** What a key's row is to be, by the words of the documentation. */
  private static final class Row {
    private int touches;
    private long last;
    private float weight;
  }

  private static Fixture fixture(String optimizer, boolean kept) {
    Settings settings =
        Settings.of(
            Map.of(
                "trainer.optimizer",
                optimizer,
                "trainer.optimizer.gradient",
                "sum",
                "trainer.optimizer.learning-rate",
                "1",
                "trainer.table.admission",
                "" + ADMISSION,
                "trainer.table.expiry",
                "" + EXPIRY));
    List<Table> tables =
        Table.of(
            Fixture.SPECS,
            spec -> kept ? Optimizers.of(settings, spec) : Optimizers.compact(settings, spec));
    Fixture fixture = new Fixture(tables, false, Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    return fixture;
  }

  private static long key(int number) {
    return number * 0x9E3779B97F4A7C15L;
  }

  /** Few keys at a time, so that most are absent for long now and then. */
  private static long[] some(Random random) {
    int around = random.nextInt(KEYS);
    return IntStream.range(0, 1 + random.nextInt(8))
        .map(i -> (around + random.nextInt(10)) % KEYS)
        .distinct()
        .mapToLong(RowLifecycleTest::key)
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void learnFromTheirNthTouchOnAndBeginAnewAfterTheyWereAbsent(long seed) {
    Random random = new Random(seed);
    Fixture fixture = fixture("sgd", true);
    Map<Long, Row> rows = new HashMap<>();
    RowList all =
        fixture
            .replicas
            .requests()
            .lookUp(
                Fixture.keys(IntStream.range(0, KEYS).mapToLong(RowLifecycleTest::key).toArray()),
                false);
    int dropped = 0;
    for (long version = 1; version <= 150; version++) {
      long[] keys = some(random);
      long sum = random.nextInt(2000) - 1000L;
      fixture.push(1, version, 0, 1, sum, keys);
      assertThat(fixture.replicas.commit(1, version)).isEqualTo(Commitment.DONE);
      for (long key : keys) {
        Row row = rows.computeIfAbsent(key, k -> new Row());
        row.last = version;
        if (++row.touches >= ADMISSION) {
          row.weight -= sum / 1024f;
        }
      }
      long now = version;
      int before = rows.size();
      rows.entrySet()
          .removeIf(
              row ->
                  ((SparseKeyIndex.hash(row.getKey()) >>> 32) * PARTS) >>> 32 == now % PARTS
                      && now - row.getValue().last > EXPIRY);
      dropped += before - rows.size();
      for (int number = 0; number < KEYS; number++) {
        Row row = rows.getOrDefault(key(number), new Row());
        assertThat(fixture.weight(1, version, key(number)))
            .as("version %d, key %d", version, number)
            .isEqualTo(row.weight + 0f);
      }
      RecordingConnection reader = new RecordingConnection();
      fixture.replicas.requests().pull(reader, 9, 1, version, all);
      for (int i = 0; i < KEYS; i++) {
        assertThat(reader.values[i])
            .as("version %d, key %d by a list of before", version, all.key(i))
            .isEqualTo(rows.getOrDefault(all.key(i), new Row()).weight + 0f);
      }
    }
    assertThat(dropped).isGreaterThan(20);
  }

  /**
   * The row of a key takes the number of one that was dropped, so there are no more than before.
   */
  @Test
  void areFoundByReadersThatMissedThem() {
    Fixture fixture = fixture("sgd", true);
    long[] two = ofOnePartition();
    long version = 1;
    for (; version <= 3 + EXPIRY + 2 * PARTS; version++) {
      fixture.push(1, version, 0, 1, 500, version <= 3 ? two[0] : 5);
      fixture.replicas.commit(1, version);
    }
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(two[1]), false);
    for (int touch = 1; touch <= ADMISSION; touch++) {
      fixture.push(1, version, 0, 1, 500, two[1]);
      fixture.replicas.commit(1, version++);
    }
    RecordingConnection reader = new RecordingConnection();
    fixture.replicas.requests().pull(reader, 9, 1, version - 1, list);
    assertThat(reader.values[0]).isEqualTo(-500 / 1024f);
  }

  /** Two keys of the same partition, in each of the two tables. */
  private static long[] ofOnePartition() {
    return IntStream.range(1, 100_000)
        .mapToLong(RowLifecycleTest::key)
        .filter(key -> Partitions.of(0, key) == 3 && Partitions.of(1, key) == 3)
        .limit(2)
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sgd", "adagrad", "adam", "ftrl"})
  void areTheSameWhateverIsUndoneAndCutAnew(String optimizer) {
    Random random = new Random(7);
    Fixture smooth = fixture(optimizer, true);
    Fixture disturbed = fixture(optimizer, true);
    long line = 1;
    for (long version = 1; version <= 80; version++) {
      long[] keys = some(random);
      long[] others = some(random);
      smooth.push(1, version, 0, 1, 700, keys);
      if (random.nextInt(3) == 0) {
        disturbed.push(line, version, 0, 1, 100, others);
        disturbed.replicas.newLine(Fixture.line(new Term(1), ++line, version - 1));
      }
      disturbed.push(line, version, 1, 2, 0, keys);
      disturbed.push(line, version, 0, 2, 700, keys);
      assertThat(smooth.replicas.commit(1, version)).isEqualTo(Commitment.DONE);
      assertThat(disturbed.replicas.commit(line, version)).isEqualTo(Commitment.DONE);
      assertThat(disturbed.digests).as("version %d", version).isEqualTo(smooth.digests);
      assertThat(disturbed.replicas.committed().digest())
          .isEqualTo(smooth.replicas.committed().digest());
    }
    assertThat(smooth.replicas.committed().digest()).isNotZero();
    for (long version = 81; version <= 81 + EXPIRY + PARTS; version++) {
      smooth.push(1, version, 0, 1, 1, 5);
      smooth.replicas.commit(1, version);
    }
    int left = 0;
    for (int partition : Fixture.ALL) {
      RowCursor cursor = smooth.replicas.committed().rows(0, partition);
      while (cursor.next()) {
        assertThat(cursor.key()).isEqualTo(5);
        left++;
      }
    }
    assertThat(left).as("of all rows only the one that is touched").isEqualTo(1);
  }

  /** Lists looked up before stay right, and so does a replica that is learned then. */
  @Test
  void takeNoMoreMemoryThanAreThereAtATime() {
    Random random = new Random(5);
    Fixture fixture = fixture("adagrad", true);
    Fixture fresh = fixture("adagrad", true);
    RowList old = fixture.replicas.requests().lookUp(Fixture.keys(key(0), key(1)), true);
    for (long version = 1; version <= 400; version++) {
      long[] keys = random.longs(20).sorted().toArray();
      fixture.push(1, version, 0, 2, 500, keys);
      fresh.push(1, version, 0, 2, 500, keys);
      long[] sums = new long[old.floats()];
      Arrays.fill(sums, version);
      fixture
          .replicas
          .requests()
          .push(
              new RecordingConnection(),
              Fixture.share(1, version, 1, 2),
              old,
              EncodedSums.of(sums));
      fresh.push(1, version, 1, 2, version, key(0), key(1));
      fixture.replicas.commit(1, version);
      fresh.replicas.commit(1, version);
      assertThat(fixture.replicas.committed().digest())
          .as("version %d", version)
          .isEqualTo(fresh.replicas.committed().digest());
    }
    RowList some =
        fixture.replicas.requests().lookUp(Fixture.keys(random.longs(20).toArray()), true);
    assertThat(Arrays.stream(some.rows()).max().orElseThrow())
        .as("of 250 that there were in each")
        .isLessThan(60);

    Fixture learner = fixture("adagrad", true);
    assertThat(learn(learner, fixture, 1, 400)).containsAllEntriesOf(digests(fixture));
  }

  /** One learns from the other, again and again: what is dropped meanwhile stays with neither. */
  @Test
  void takeNoMoreMemoryHoweverOftenTheyAreLearnt() {
    Random random = new Random(5);
    Fixture holder = fixture("adagrad", true);
    long line = 1;
    for (long version = 1; version <= 400; version++) {
      holder.push(line, version, 0, 1, 500, random.longs(20).sorted().toArray());
      assertThat(holder.replicas.commit(line, version)).isEqualTo(Commitment.DONE);
      if (version % PARTS == 1) {
        Fixture learner = fixture("adagrad", true);
        learn(learner, holder, line, version);
        learner.replicas.newLine(Fixture.line(new Term(1), ++line, version), Fixture.ALL);
        holder = learner;
      }
    }
    RowList some =
        holder.replicas.requests().lookUp(Fixture.keys(random.longs(20).toArray()), true);
    assertThat(Arrays.stream(some.rows()).max().orElseThrow()).isLessThan(60);
  }

  private static Map<Integer, Long> learn(
      Fixture learner, Fixture holder, long line, long version) {
    learner.replicas.newLine(Fixture.line(new Term(1), line, 0), new int[] {});
    learner.replicas.learners().begin(new Term(1), new int[] {}, Fixture.ALL);
    for (int partition : Fixture.ALL) {
      ReplicaStream stream = holder.replicas.committed().stream(partition);
      while (stream.remaining() > 0) {
        learner.replicas.learners().add(partition, stream.next(50));
      }
    }
    return learner.replicas.learners().complete(line, version);
  }

  private static Map<Integer, Long> digests(Fixture fixture) {
    Map<Integer, Long> digests = new HashMap<>();
    for (int partition : Fixture.ALL) {
      digests.put(partition, fixture.replicas.committed().digest(partition));
    }
    return digests;
  }

  /** Weights that are not kept are there for readers as they were. */
  @Test
  void ofFtrlAreTheSameBitsWithAndWithoutTheirWeights() {
    Random random = new Random(3);
    Fixture kept = fixture("ftrl", true);
    Fixture compact = fixture("ftrl", false);
    for (long version = 1; version <= 60; version++) {
      long[] keys = some(random);
      for (Fixture fixture : List.of(kept, compact)) {
        fixture.push(1, version, 0, 1, 9000, keys);
        fixture.replicas.commit(1, version);
      }
      assertThat(compact.pull(1, version, keys).values)
          .isEqualTo(kept.pull(1, version, keys).values);
    }
    List<Long> exported = new ArrayList<>();
    for (int partition : Fixture.ALL) {
      RowCursor cursor = compact.replicas.committed().rows(0, partition);
      while (cursor.next()) {
        exported.add(cursor.key());
      }
    }
    assertThat(exported).isNotEmpty();
  }
}
