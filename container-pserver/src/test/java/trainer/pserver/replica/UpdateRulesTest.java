package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.random.SplitMix64;
import trainer.core.table.KeyList;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Refusal.Reason;
import trainer.pserver.protocol.Update;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;

/** Gradients that are applied on arrival. The fixture's sum of 1024 is a gradient of 1. */
class UpdateRulesTest {
  private static final long ALICE = 1 << 20;
  private static final long BOB = ALICE + 1;

  private final Fixture fixture = Fixture.started();

  private RecordingConnection update(
      long line, long version, long worker, int sequence, long... keys) {
    RecordingConnection peer = new RecordingConnection();
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(keys), true);
    long[] sums = new long[list.floats()];
    Arrays.fill(sums, 1024);
    fixture
        .replicas
        .requests()
        .update(peer, new Update(line, version, worker, sequence, 5), list, EncodedSums.of(sums));
    return peer;
  }

  @Test
  void isAppliedAtOnceAndSeenByTheNextPull() {
    assertThat(update(1, 1, ALICE, 0, 10).acks).isEqualTo(1);
    assertThat(fixture.weight(1, 0, 10)).as("0/2 + 1 + 5 records").isEqualTo(6f);
    update(1, 1, BOB, 0, 10);
    assertThat(fixture.weight(1, 0, 10)).as("6/2 + 1 + 5").isEqualTo(9f);
    assertThat(fixture.completes).isEmpty();
  }

  @Test
  void dividesByItsWeight() {
    RowList list = fixture.replicas.requests().lookUp(Fixture.keys(10), true);
    Update update = new Update(1, 1, ALICE, 0, 2.5);
    fixture
        .replicas
        .requests()
        .update(new RecordingConnection(), update, list, EncodedSums.of(1024, 1024, 1024, 1024));
    assertThat(fixture.weight(1, 0, 10)).as("0/2 + 1 + a weight of 2.5").isEqualTo(3.5f);
    assertThatThrownBy(() -> new Update(1, 1, ALICE, 0, Double.NaN)).hasMessageContaining("NaN");
  }

  /** What each update was told of its staleness. */
  private static final class Listening implements Optimizer {
    private final List<Long> staleness = new ArrayList<>();

    @Override
    public int state(int width) {
      return 0;
    }

    @Override
    public void init(float[] cells, int offset, int width) {}

    @Override
    public Step step(long number, double weight) {
      throw new IllegalStateException("how stale is it?");
    }

    @Override
    public Step step(long number, double weight, long stale) {
      staleness.add(stale);
      return (cells, offset, width, gradient) -> {};
    }
  }

  @Test
  void stalenessCountsTheUpdatesAppliedSinceThePull() {
    Listening listening = new Listening();
    LaneReplicas replicas = new Fixture(spec -> listening, false, Fixture.ALL).replicas;
    replicas.newLine(Fixture.line(new Term(1), 1, 0));
    RecordingConnection peer = new RecordingConnection();
    RowList alices = replicas.requests().lookUp(Fixture.keys(10), true);
    RowList bobs = replicas.requests().lookUp(Fixture.keys(10), true);
    EncodedSums sums = EncodedSums.of(new long[alices.floats()]);
    replicas.requests().pull(peer, 1, 1, 0, alices);
    for (int i = 0; i < 3; i++) {
      replicas.requests().pull(peer, 2, 1, 0, bobs);
      replicas.requests().update(peer, new Update(1, 1, BOB, i, 5), bobs, sums);
    }
    assertThat(listening.staleness).containsOnly(0L);
    listening.staleness.clear();
    replicas.requests().update(peer, new Update(1, 1, ALICE, 0, 5), alices, sums);
    assertThat(listening.staleness).isNotEmpty().containsOnly(3L);
    listening.staleness.clear();
    RowList again = replicas.requests().lookUp(Fixture.keys(10), true);
    replicas.requests().update(peer, new Update(1, 1, ALICE, 1, 5), again, sums);
    assertThat(listening.staleness).as("pulled over another connection").containsOnly(0L);
  }

  @Test
  void changesEveryRowOfADenseTable() {
    KeyList all = Fixture.keysAndGrid(Fixture.ALL);
    RowList list = fixture.replicas.requests().lookUp(all, true);
    long[] sums = new long[list.floats()];
    Arrays.setAll(sums, i -> 2048L * i);
    RecordingConnection peer = new RecordingConnection();
    fixture
        .replicas
        .requests()
        .update(peer, new Update(1, 1, ALICE, 0, 5), list, EncodedSums.of(sums));
    fixture.replicas.requests().pull(peer, 9, 1, 0, fixture.replicas.requests().lookUp(all, false));
    for (int i = 0; i < sums.length; i++) {
      assertThat(peer.values[i]).isEqualTo(i + 5f);
    }
  }

  @Test
  void isAppliedOnceHoweverOftenItIsSent() {
    update(1, 1, ALICE, 0, 10);
    assertThat(update(1, 1, ALICE, 0, 10).acks).isEqualTo(1);
    assertThat(fixture.weight(1, 0, 10)).isEqualTo(6f);
    fixture.replicas.newLine(Fixture.line(new Term(2), 2, 0));
    assertThat(update(2, 1, ALICE, 0, 10).acks).as("over a change of master").isEqualTo(1);
    assertThat(update(1, 1, ALICE, 0, 10).acks).as("under the old line").isEqualTo(1);
    assertThat(fixture.weight(2, 0, 10)).isEqualTo(6f);
  }

  @Test
  void aNewLineUndoesNothingOfIt() {
    update(1, 1, ALICE, 0, 10);
    fixture.replicas.close(1, 1);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 2, 0)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
    assertThat(fixture.weight(2, 0, 10)).isEqualTo(6f);
    assertThat(update(1, 1, ALICE, 1, 10).reason()).isEqualTo(Reason.OLD_LINE);
    assertThat(update(2, 1, ALICE, 1, 10).acks).as("open again").isEqualTo(1);
    assertThat(fixture.weight(2, 0, 10)).isEqualTo(9f);
  }

  @Test
  void aClosedVersionTakesNothingMoreAndIsCommittedLikeAnyOther() {
    update(1, 1, ALICE, 0, 10);
    fixture.replicas.close(1, 1);
    fixture.replicas.close(1, 1);
    assertThat(fixture.completes).containsExactly("1/1", "1/1");
    assertThat(fixture.metrics.get(0)).isEqualTo(Metrics.NONE);
    assertThat(update(1, 1, ALICE, 1, 10).reason()).isEqualTo(Reason.OLD_VERSION);
    assertThat(update(1, 1, ALICE, 0, 10).acks).isEqualTo(1);
    assertThat(fixture.replicas.commit(1, 1)).isEqualTo(Commitment.DONE);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(6f);
    assertThat(update(1, 1, ALICE, 2, 10).reason()).isEqualTo(Reason.OLD_VERSION);
    assertThat(update(1, 2, ALICE, 2, 10).acks).isEqualTo(1);
    assertThat(fixture.weight(1, 1, 10)).isEqualTo(9f);
  }

  @Test
  void closingIsOfTheNextVersionOfThisLineOnly() {
    fixture.replicas.close(2, 1);
    fixture.replicas.close(1, 2);
    assertThat(fixture.completes).isEmpty();
    fixture.replicas.close(1, 1);
    fixture.replicas.commit(1, 1);
    fixture.replicas.close(1, 1);
    assertThat(fixture.completes).containsExactly("1/1");
  }

  @Test
  void aRowUpdateFollowsAClosedVersion() {
    update(1, 1, ALICE, 0, 10);
    fixture.replicas.close(1, 1);
    fixture.replicas.commit(1, 1);
    fixture.replicas.update(1, 2, new RowUpdate(0, "tenfold", (key, weights) -> weights[0] *= 10));
    fixture.replicas.commit(1, 2);
    assertThat(fixture.weight(1, 2, 10)).isEqualTo(60f);
  }

  @Test
  void refusesUpdatesOfNoOpenVersion() {
    assertThat(update(1, 2, ALICE, 0, 10).reason()).isEqualTo(Reason.TOO_FAR_AHEAD);
    assertThat(update(2, 1, ALICE, 0, 10).reason()).isEqualTo(Reason.NOT_FOLLOWING);
    assertThat(fixture.weight(1, 0, 10)).isZero();
    assertThat(update(1, 1, ALICE, 0, 10).acks).as("a refused one is not seen").isEqualTo(1);
  }

  @Test
  void remembersWhichOfManyItHasSeenAsLongAsAWorkerMaySendThem() {
    SplitMix64 random = new SplitMix64(3);
    for (int history = 0; history < 200; history++) {
      SeenUpdates seen = new SeenUpdates();
      Set<Integer> naive = new HashSet<>();
      int highest = 0;
      for (int step = 0; step < 300; step++) {
        int sequence = Math.max(0, highest + random.below(12) - 8);
        assertThat(seen.contains(ALICE, sequence)).isEqualTo(naive.contains(sequence));
        assertThat(seen.contains(BOB, sequence)).isFalse();
        seen.add(ALICE, sequence);
        naive.add(sequence);
        highest = Math.max(highest, sequence);
      }
    }
  }
}
