package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.ToMember;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.Refusal.Reason;

class LineRulesTest {
  private final Fixture fixture = Fixture.started();

  @Test
  void aFreshProcessStartsAtVersionZeroOnly() {
    Fixture fresh = new Fixture(false, Fixture.ALL);
    assertThat(fresh.replicas.seal(new Term(3), 9))
        .isEqualTo(new FromPserver.Sealed(new Term(3), Line.NONE, Version.INITIAL, false));
    assertThat(fresh.replicas.newLine(Fixture.line(new Term(3), 5, 4)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(5), Version.INITIAL, false));
    assertThat(fresh.pull(5, 4, 10).reason()).isEqualTo(Reason.NOT_FOLLOWING);
    assertThat(fresh.push(5, 5, 0, 1, 1, 10).reason()).isEqualTo(Reason.NOT_FOLLOWING);
    assertThat(fresh.replicas.isAt(5, 0)).isFalse();
    assertThat(fresh.replicas.newLine(Fixture.line(new Term(3), 6, 0)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(6), Version.INITIAL, true));
  }

  @Test
  void sealsReportTheReplicasState() {
    assertThat(fixture.replicas.seal(new Term(2), 9))
        .isEqualTo(new FromPserver.Sealed(new Term(2), new Line(1), Version.INITIAL, false));
    fixture.push(1, 1, 0, 1, 1024, 10);
    assertThat(fixture.replicas.seal(new Term(2), 9))
        .isEqualTo(new FromPserver.Sealed(new Term(2), new Line(1), Version.INITIAL, true));
    fixture.replicas.commit(1, 1);
    assertThat(fixture.replicas.seal(new Term(1), 9))
        .isEqualTo(new FromPserver.Sealed(new Term(2), new Line(1), new Version(1), false));
  }

  @Test
  void sealsTellTheMetricsOfTheVersionsAskedFor() {
    for (int version = 1; version <= 3; version++) {
      fixture.push(1, version, 0, 1, 1024, 10);
      fixture.replicas.commit(1, version);
    }
    fixture.push(1, 4, 0, 1, 1024, 10);
    FromPserver.Sealed sealed = fixture.replicas.seal(new Term(2), 1);
    assertThat(sealed.metricsFrom()).isEqualTo(2);
    assertThat(sealed.metrics()).hasSize(3).containsOnly(fixture.metrics.get(0));
    assertThat(fixture.replicas.seal(new Term(2), 3).metricsFrom()).isEqualTo(4);
    assertThat(fixture.replicas.seal(new Term(2), 4).metrics()).isEmpty();
    fixture.replicas.newLine(Fixture.line(new Term(2), 2, 3));
    assertThat(fixture.replicas.seal(new Term(2), 0).metrics()).hasSize(3);
  }

  @Test
  void saysCompleteAgainWhenAsked() {
    fixture.replicas.repeatComplete();
    assertThat(fixture.completes).isEmpty();
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.repeatComplete();
    assertThat(fixture.completes).containsExactly("1/1", "1/1");
    assertThat(fixture.metrics.get(1)).isEqualTo(fixture.metrics.get(0));
  }

  @Test
  void undoesATentativeVersionExactly() {
    fixture.push(1, 1, 0, 1, 1024, 10, 30);
    fixture.replicas.commit(1, 1);
    long digest = fixture.replicas.committed().digest();
    fixture.push(1, 2, 0, 1, 77, 10, 20);
    fixture.push(1, 3, 0, 2, 77, 10, 20);
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);

    assertThat(fixture.replicas.newLine(Fixture.line(new Term(1), 2, 1)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), new Version(1), true));
    assertThat(fixture.replicas.committed().digest()).isEqualTo(digest);
    assertThat(fixture.weight(2, 1, 10)).isEqualTo(6f);
    fixture.push(2, 2, 0, 1, 0, 20);
    fixture.replicas.commit(2, 2);
    assertThat(fixture.weight(2, 2, 10)).isEqualTo(6f);
  }

  @Test
  void dropsHalfFilledAccumulators() {
    fixture.push(1, 1, 0, 3, 1024, 10);
    fixture.push(1, 2, 0, 3, 1024, 10);
    fixture.replicas.newLine(Fixture.line(new Term(1), 2, 0));
    fixture.push(2, 1, 0, 1, 0, 11);
    fixture.replicas.commit(2, 1);
    assertThat(fixture.weight(2, 1, 10)).isZero();
  }

  @Test
  void aLineCarriesTheCommitOfItsBase() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 2, 1)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), new Version(1), true));
    assertThat(fixture.weight(2, 1, 10)).isEqualTo(6f);
    assertThat(fixture.push(2, 2, 0, 1, 0, 10).acks).isEqualTo(1);
  }

  @Test
  void aCompleteVersionOfAnotherLineIsNotTheBase() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    ToMember.NewLine other =
        new ToMember.NewLine(
            new Term(2), new Line(5), new Version(1), new Line(3), Line.NONE, null, "");
    assertThat(fixture.replicas.newLine(other))
        .isEqualTo(new FromPserver.LineAccepted(new Line(5), Version.INITIAL, false));
    assertThat(fixture.pull(5, 1, 10).reason()).isEqualTo(Reason.NOT_FOLLOWING);
  }

  @Test
  void oneBehindAndNotCompleteCannotFollow() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    fixture.push(1, 2, 0, 2, 1024, 10);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 2, 2)).following()).isFalse();
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 3, 1)).following())
        .as("its rows are void, whatever their number: only loading helps")
        .isFalse();
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(2), 4, 0)).following()).isTrue();
    assertThat(fixture.replicas.committed().digest()).isZero();
  }

  @Test
  void goesBackToTheBeginningWhateverItHolds() {
    fixture.push(1, 1, 0, 1, 1024, 10);
    fixture.replicas.commit(1, 1);
    fixture.push(1, 2, 0, 1, 1024, 10);
    ToMember.NewLine back =
        new ToMember.NewLine(
            new Term(1), new Line(2), Version.INITIAL, new Line(1), new Line(2), null, "");
    assertThat(fixture.replicas.newLine(back))
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
    assertThat(fixture.replicas.committed().digest()).isZero();
    assertThat(fixture.weight(2, 0, 10)).isZero();
  }

  @Test
  void ignoresLowerTermsAndLines() {
    fixture.replicas.seal(new Term(5), 9);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(4), 2, 0))).isNull();
    fixture.replicas.newLine(Fixture.line(new Term(5), 3, 0));
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(5), 2, 0))).isNull();
    assertThat(fixture.replicas.isAt(3, 0)).isTrue();
  }

  @Test
  void aRepeatedLineIsAnsweredAndChangesNothing() {
    fixture.push(1, 1, 0, 2, 1024, 10);
    assertThat(fixture.replicas.newLine(Fixture.line(new Term(1), 1, 0)))
        .isEqualTo(new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    fixture.push(1, 1, 1, 2, 0, 10);
    assertThat(fixture.completes).containsExactly("1/1");
  }

  @Test
  void commitsAreStableFactsAndWrongOnesAreReported() {
    assertThat(fixture.replicas.commit(1, 1)).isEqualTo(Commitment.NOT_COMPLETE);
    fixture.push(1, 1, 0, 1, 1024, 10);
    assertThat(fixture.replicas.commit(1, 2)).isEqualTo(Commitment.NOT_COMPLETE);
    assertThat(fixture.replicas.commit(0, 1)).isEqualTo(Commitment.OLD_NEWS);
    assertThat(fixture.replicas.commit(2, 1)).isEqualTo(Commitment.NOT_COMPLETE);
    assertThat(fixture.replicas.isAt(1, 0)).isTrue();
    assertThat(fixture.replicas.commit(1, 1)).isEqualTo(Commitment.DONE);
    assertThat(fixture.replicas.commit(1, 1)).isEqualTo(Commitment.OLD_NEWS);
    assertThat(fixture.replicas.isAt(1, 1)).isTrue();
  }
}
