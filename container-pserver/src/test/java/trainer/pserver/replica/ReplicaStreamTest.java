package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.table.Partitions;
import trainer.core.table.TableRows;

/** Copies that are learnt from others a few rows at a time, while the others train. */
class ReplicaStreamTest {
  private static final int PARTITION = 5;
  private static final int[] NONE = {};

  private final Fixture source = Fixture.drawn(Fixture.ALL);
  private final Fixture learner = Fixture.drawn(NONE);

  ReplicaStreamTest() {
    source.replicas.newLine(Fixture.line(new Term(1), 1, 0));
  }

  private static long[] someKeys(Random random) {
    return random.longs(1 + random.nextInt(40), 0, 300).distinct().sorted().toArray();
  }

  /** Takes rows until there are none. */
  private void drain(int partition, ReplicaStream stream) {
    while (stream.remaining() > 0) {
      learner.replicas.learners().add(partition, stream.next(7));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void rowsLearnedWhileTheSourceTrainsEqualItsRowsToTheBit(long seed) {
    Random random = new Random(seed);
    learner.replicas.learners().begin(new Term(1), new int[0], new int[] {PARTITION});
    long version = 0;
    long line = 1;
    ReplicaStream stream = null;
    for (int step = 0; step < 60; step++) {
      source.push(line, version + 1, 0, 1, 1 + random.nextInt(5000), someKeys(random));
      if (step >= 10) {
        stream = stream == null ? source.replicas.committed().stream(PARTITION) : stream;
        for (int piece = random.nextInt(3); piece > 0; piece--) {
          learner.replicas.learners().add(PARTITION, stream.next(1 + random.nextInt(60)));
        }
      }
      if (random.nextInt(8) == 0) {
        line++; // what is tentative is void, and was never given
        source.replicas.newLine(Fixture.line(new Term(1), line, version));
      } else {
        source.replicas.commit(line, ++version);
      }
    }
    drain(PARTITION, stream);
    assertThat(stream.version()).isEqualTo(version);
    assertThat(stream.line()).isEqualTo(line);

    Map<Integer, Long> learnt = learner.replicas.learners().complete(line, version);

    assertThat(learnt).containsExactly(Map.entry(PARTITION, stream.digest()));
    learner.replicas.newLine(Fixture.line(new Term(1), line + 1, version), new int[] {PARTITION});
    assertThat(learner.replicas.committed().digest(PARTITION))
        .isEqualTo(source.replicas.committed().digest(PARTITION));
  }

  @Test
  void aReplicaThatHasLearnedContinuesAsItsSourceDoes() {
    source.push(1, 1, 0, 1, 1024, 10, 20, 30);
    source.replicas.commit(1, 1);
    learner.replicas.learners().begin(new Term(1), new int[0], Fixture.ALL);
    for (int partition : Fixture.ALL) {
      drain(partition, source.replicas.committed().stream(partition));
    }
    learner.replicas.learners().complete(1, 1);
    assertThat(learner.replicas.newLine(Fixture.line(new Term(1), 2, 1), Fixture.ALL))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), new Version(1), true));
    source.replicas.newLine(Fixture.line(new Term(1), 2, 1));

    for (Fixture one : new Fixture[] {source, learner}) {
      one.push(2, 2, 0, 1, 77, 10, 40);
    }

    assertThat(learner.digests).hasSize(32).isEqualTo(source.digests);
  }

  @Test
  void aLearnerStandsForNothingUntilItHasAll() {
    learner.replicas.learners().begin(new Term(1), new int[0], new int[] {PARTITION});
    assertThat(learner.replicas.holds(PARTITION)).isFalse();
    assertThat(
            learner
                .replicas
                .newLine(Fixture.line(new Term(1), 2, 3), new int[] {PARTITION})
                .following())
        .as("a map that names it before that is a bug of the master's")
        .isFalse();
  }

  @Test
  void aPartitionIsStreamedOnlyIfHeldAndLearnedOnlyIfNot() {
    assertThatThrownBy(() -> learner.replicas.committed().stream(PARTITION))
        .hasMessageContaining("not held");
    assertThatThrownBy(
            () -> source.replicas.learners().begin(new Term(1), Fixture.ALL, new int[] {PARTITION}))
        .hasMessageContaining("is held already");
  }

  @Test
  void rowsThatMakeNoSenseAreRefused() {
    learner.replicas.learners().begin(new Term(1), new int[0], new int[] {PARTITION});
    assertThatThrownBy(() -> learn(9, 1, 2)).hasMessageContaining("no table 9");
    assertThatThrownBy(() -> learn(0, 1, 3)).hasMessageContaining("3 cells");
    assertThatThrownBy(() -> learn(0, otherPartitionsKey(), 2))
        .hasMessageContaining("not of partition");
  }

  private void learn(int table, long key, int cells) {
    learner
        .replicas
        .learners()
        .add(PARTITION, new TableRows(table, new long[] {key}, new float[cells]));
  }

  private static long otherPartitionsKey() {
    long key = 0;
    while (Partitions.of(0, key) == PARTITION) {
      key++;
    }
    return key;
  }

  @Test
  void nothingIsNotedForALearnerThatIsGone() {
    ReplicaStream stream = source.replicas.committed().stream(PARTITION);
    drainNowhere(stream);
    source.replicas.committed().end(stream);
    source.push(1, 1, 0, 1, 1024, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);
    source.replicas.commit(1, 1);
    assertThat(stream.remaining()).isZero();
  }

  private static void drainNowhere(ReplicaStream stream) {
    while (stream.remaining() > 0) {
      stream.next(100);
    }
  }
}
