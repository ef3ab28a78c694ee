package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.store.RowUpdate;

class RowUpdateTest {
  private static final int BIAS = 0;
  private static final RowUpdate TENFOLD =
      new RowUpdate(BIAS, "tenfold", (key, weights) -> weights[0] *= 10);

  private final Fixture fixture = Fixture.started();

  /** Version 1: weight 6 for each of these keys. */
  private void commitFirst(long... keys) {
    fixture.push(1, 1, 0, 1, 1024, keys);
    fixture.replicas.commit(1, 1);
    fixture.completes.clear();
  }

  @Test
  void isAVersionOfItsOwnWithoutAnyShare() {
    commitFirst(10, 30);
    fixture.replicas.update(1, 2, TENFOLD);
    assertThat(fixture.completes).containsExactly("1/2");
    assertThat(fixture.metrics.get(1)).isEqualTo(Metrics.NONE);
    assertThat(fixture.weight(1, 1, 10)).as("not committed yet").isEqualTo(6f);
    assertThat(fixture.pull(1, 2, 10).values).as("waits for the commit").isNull();
    assertThat(fixture.replicas.commit(1, 2)).isEqualTo(Commitment.DONE);
    assertThat(fixture.weight(1, 2, 10)).isEqualTo(60f);
    assertThat(fixture.weight(1, 2, 30)).isEqualTo(60f);
  }

  @Test
  void mayBeTheFirstVersionAndTheMinibatchAfterItGoesOnFromThere() {
    fixture.replicas.update(1, 1, TENFOLD);
    fixture.push(1, 2, 0, 1, 1024, 10);
    assertThat(fixture.completes).as("one version at a time").containsExactly("1/1");
    fixture.replicas.commit(1, 1);
    fixture.replicas.commit(1, 2);
    assertThat(fixture.completes).containsExactly("1/1", "1/2");
    assertThat(fixture.weight(1, 2, 10)).isEqualTo(6f);
  }

  @Test
  void seesOnlyRowsThatAreNotAsTheyWereInitially() {
    commitFirst(10, 30);
    fixture.replicas.requests().lookUp(Fixture.keys(20, 40), true); // reserved by an order ahead
    List<Long> seen = new ArrayList<>();
    fixture.replicas.update(1, 2, new RowUpdate(BIAS, "watch", (key, weights) -> seen.add(key)));
    assertThat(seen).containsExactlyInAnyOrder(10L, 30L);
  }

  @Test
  void anotherLineUndoesItExactly() {
    commitFirst(10, 30);
    long digest = fixture.replicas.committed().digest();
    fixture.replicas.update(1, 2, TENFOLD);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), new Version(1), true));
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
    fixture.replicas.update(2, 2, TENFOLD);
    fixture.replicas.commit(2, 2);
    assertThat(fixture.weight(2, 2, 10)).isEqualTo(60f);
  }

  @Test
  void aLineThatBeginsAfterItCarriesItsCommit() {
    commitFirst(10);
    fixture.replicas.update(1, 2, TENFOLD);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 2, 2)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), new Version(2), true));
    assertThat(fixture.weight(2, 2, 10)).isEqualTo(60f);
  }

  @Test
  void saidTwiceItIsAnsweredTwiceAndAppliedOnce() {
    commitFirst(10);
    fixture.replicas.update(1, 2, TENFOLD);
    fixture.replicas.update(1, 2, TENFOLD);
    assertThat(fixture.completes).containsExactly("1/2", "1/2");
    fixture.replicas.commit(1, 2);
    fixture.replicas.update(1, 2, TENFOLD);
    fixture.replicas.update(0, 3, TENFOLD);
    assertThat(fixture.completes).hasSize(2);
    assertThat(fixture.weight(1, 2, 10)).isEqualTo(60f);
  }

  @Test
  void aSealSaysThatItIsComplete() {
    commitFirst(10);
    fixture.replicas.update(1, 2, TENFOLD);
    assertThat(fixture.replicas.seal(new Term(2), 9))
        .isEqualTo(new FromPserver.Sealed(new Term(2), new Line(1), new Version(1), true));
  }

  @Test
  void aLaneThatHoldsNothingIsCompleteToo() {
    Fixture empty = new Fixture(false);
    empty.replicas.newLine(Fixture.line(new Term(1), 1, 0));
    empty.replicas.update(1, 1, TENFOLD);
    assertThat(empty.completes).containsExactly("1/1");
    assertThat(empty.replicas.commit(1, 1)).isEqualTo(Commitment.DONE);
  }

  @Test
  void anExceptionChangesNothingAndNamesTheRow() {
    commitFirst(10, 30, 50);
    long digest = fixture.replicas.committed().digest();
    RowUpdate failing =
        new RowUpdate(
            BIAS,
            "scale",
            (key, weights) -> {
              weights[0] = 1f;
              if (key == 30) {
                throw new IllegalStateException("no such key");
              }
            });
    assertThatThrownBy(() -> fixture.replicas.update(1, 2, failing))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.MODEL_CODE_FAILED))
        .hasMessageContaining("function of phase scale threw")
        .hasMessageContaining("no such key at trainer.pserver.replica.RowUpdateTest")
        .hasMessageContaining("table bias, key 30");
    assertThat(fixture.completes).isEmpty();
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1)).following()).isTrue();
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
  }

  @Test
  void refusesWeightsThatAreNotFinite() {
    commitFirst(10);
    RowUpdate dividing = new RowUpdate(BIAS, "divide", (key, weights) -> weights[0] /= 0f);
    assertThatThrownBy(() -> fixture.replicas.update(1, 2, dividing))
        .hasMessageContaining("weight 0 of a row Infinity")
        .hasMessageContaining("key 10");
  }
}
