package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.Keys.OptimizerName;
import trainer.core.config.Settings;
import trainer.core.id.Term;
import trainer.core.random.SplitMix64;
import trainer.core.table.KeyList;
import trainer.learning.optimizer.Optimizers;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Update;
import trainer.pserver.store.RowList;

/** What the rule book promises, with the optimizers that jobs have, under a schedule. */
class EveryOptimizerTest {
  private static final int VERSIONS = 9;

  private static Fixture fixture(OptimizerName name, String... more) {
    Map<String, String> texts = new HashMap<>();
    texts.put("trainer.optimizer", name.name().toLowerCase(Locale.ROOT));
    texts.put("trainer.optimizer.l1", "0.01");
    texts.put("trainer.optimizer.schedule", "cosine");
    texts.put("trainer.optimizer.schedule.steps", "4");
    texts.put("trainer.optimizer.warmup-steps", "2");
    for (int i = 0; i < more.length; i += 2) {
      texts.put("trainer." + more[i], more[i + 1]);
    }
    Settings settings = Settings.of(texts);
    Fixture fixture = new Fixture(table -> Optimizers.of(settings, table), false, Fixture.ALL);
    fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    return fixture;
  }

  /** Plain descent with rates of 1, 0.5, 0.25 … */
  private static Fixture halvingItsRate(String... more) {
    String[] halving = {
      "optimizer.schedule", "step",
      "optimizer.schedule.steps", "1",
      "optimizer.schedule.decay", "0.5",
      "optimizer.warmup-steps", "0",
      "optimizer.learning-rate", "1",
      "optimizer.gradient", "sum",
      "optimizer.l1", "0"
    };
    return fixture(
        OptimizerName.SGD, Stream.of(halving, more).flatMap(Stream::of).toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void aTentativeVersionIsUndoneToTheLastBitOfItsState(OptimizerName name) {
    Fixture smooth = fixture(name);
    Fixture disturbed = fixture(name);
    long line = 1;
    long before = smooth.replicas.committed().digest();
    for (long version = 1; version <= VERSIONS; version++) {
      push(smooth, 1, version, 7 * version);
      push(disturbed, line, version, 1000 + version);
      assertThat(disturbed.replicas.committed().digest()).as("what is committed").isEqualTo(before);
      line++;
      disturbed.replicas.newLine(Fixture.line(new Term(1), line, version - 1));
      assertThat(disturbed.replicas.committed().digest()).as("undone").isEqualTo(before);
      push(disturbed, line, version, 7 * version);
      assertThat(smooth.replicas.commit(1, version)).isEqualTo(Commitment.DONE);
      assertThat(disturbed.replicas.commit(line, version)).isEqualTo(Commitment.DONE);
      assertThat(smooth.replicas.committed().digest()).isNotEqualTo(before);
      before = smooth.replicas.committed().digest();
      assertThat(disturbed.replicas.committed().digest())
          .as("version %d", version)
          .isEqualTo(before);
    }
  }

  /** Committed, tentative and undone, what is served is what rows that keep their weights serve. */
  @Test
  void rowsWithoutWeightsServeTheSameBits() {
    Settings settings = Settings.of(Map.of("trainer.optimizer", "ftrl"));
    Fixture kept = new Fixture(table -> Optimizers.of(settings, table), true, Fixture.ALL);
    Fixture compact = new Fixture(table -> Optimizers.compact(settings, table), true, Fixture.ALL);
    List<Fixture> both = List.of(kept, compact);
    both.forEach(fixture -> fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0)));
    for (long version = 1; version <= 2 * VERSIONS; version++) {
      for (Fixture fixture : both) {
        fixture.replicas.newLine(Fixture.line(new Term(1), 2 * version, version - 1));
        push(fixture, 2 * version, version, 1000 + version);
        fixture.replicas.newLine(Fixture.line(new Term(1), 2 * version + 1, version - 1));
        push(fixture, 2 * version + 1, version, 7 * version);
      }
      for (long pulled = version - 1; pulled <= version; pulled++) {
        assertThat(read(compact, 2 * version + 1, pulled))
            .isEqualTo(read(kept, 2 * version + 1, pulled));
      }
      for (Fixture fixture : both) {
        assertThat(fixture.replicas.commit(2 * version + 1, version)).isEqualTo(Commitment.DONE);
      }
    }
    for (int table = 0; table < Fixture.SPECS.size(); table++) {
      for (int partition : Fixture.ALL) {
        RowCursor rows = kept.replicas.committed().rows(table, partition);
        RowCursor compactRows = compact.replicas.committed().rows(table, partition);
        while (rows.next()) {
          assertThat(compactRows.next()).isTrue();
          assertThat(compactRows.key()).isEqualTo(rows.key());
          assertThat(compactRows.weights()).isEqualTo(rows.weights());
        }
        assertThat(compactRows.next()).isFalse();
      }
    }
  }

  private static float[] read(Fixture fixture, long line, long version) {
    RecordingConnection peer = new RecordingConnection();
    long[] keys = LongStream.range(0, 30).toArray();
    KeyList list = Fixture.keysAndGrid(Fixture.ALL, keys);
    fixture
        .replicas
        .requests()
        .pull(peer, 1, line, version, fixture.replicas.requests().lookUp(list, true));
    return peer.values;
  }

  /** The schedule goes by the version and not by what a partition happened to take. */
  @Test
  void theRateIsThatOfTheVersionHoweverFewVersionsTouchedTheRow() {
    for (long touching = 1; touching <= 4; touching++) {
      Fixture fixture = halvingItsRate();
      for (long version = 1; version <= touching; version++) {
        long[] keys = version == touching ? new long[] {10} : new long[0];
        fixture.push(1, version, 0, 1, 1024, keys);
        assertThat(fixture.replicas.commit(1, version)).isEqualTo(Commitment.DONE);
      }
      assertThat(fixture.weight(1, touching, 10)).isEqualTo(-2f / (1 << touching));
    }
  }

  /** Two workers: each second update is a step, and the same one sent again is none. */
  @Test
  void updatesOfAsyncAreCountedOnceEach() {
    Fixture fixture = halvingItsRate("sync", "async", "workers", "2");
    float[] expected = {-1, -2, -2.5f, -3, -3.25f, -3.5f};
    for (int number = 0; number < expected.length; number++) {
      for (int sent = 0; sent < 2; sent++) {
        RecordingConnection peer = new RecordingConnection();
        RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
        long[] sums = new long[list.floats()];
        Arrays.fill(sums, 1024);
        fixture
            .replicas
            .requests()
            .update(peer, new Update(1, 1, 1 << 20, number, 5), list, EncodedSums.of(sums));
      }
      assertThat(fixture.weight(1, 0, 10)).isEqualTo(expected[number]);
    }
  }

  /** One share of some keys of every table, with sums that depend on the seed. */
  private static void push(Fixture fixture, long line, long version, long seed) {
    SplitMix64 random = new SplitMix64(seed);
    long[] keys = {seed % 5, 10 + seed % 3, 20, 21, 22 + seed % 7};
    KeyList list = seed % 2 == 0 ? Fixture.keys(keys) : Fixture.keysAndGrid(Fixture.ALL, keys);
    RowList rows = fixture.replicas.requests().lookUp(list, true);
    long[] sums = new long[rows.floats()];
    Arrays.setAll(sums, i -> random.next() >> 48);
    RecordingConnection peer = new RecordingConnection();
    fixture
        .replicas
        .requests()
        .push(peer, Fixture.share(line, version, 0, 1), rows, EncodedSums.of(sums));
    assertThat(peer.acks).isEqualTo(1);
  }
}
