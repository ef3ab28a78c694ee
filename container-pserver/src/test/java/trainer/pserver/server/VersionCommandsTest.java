package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;

/** Commands about versions, given to a real pserver. */
class VersionCommandsTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void reportsACommitItCannotFollow() throws Exception {
    pserver.startLine();
    pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(1)));
    assertThat(pserver.next()).isInstanceOf(FromMember.MemberFailure.class);
  }

  @Test
  void closesAVersionThatUpdatesMakeAndCommitsIt() throws Exception {
    pserver.startLine();
    pserver.take(new ToPserver.CloseVersion(new Term(1), new Line(1), new Version(1)));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Complete(new Line(1), new Version(1), Metrics.NONE));
    pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(1)));
    pserver.take(new ToPserver.Seal(new Term(1), 1));
    assertThat(((FromPserver.Sealed) pserver.next()).committed().number()).isOne();
  }

  @Test
  void beforeTheFirstLineNothingIsClosedAndACommitIsAFailureOfEachLane() throws Exception {
    pserver.take(new ToPserver.CloseVersion(new Term(1), new Line(1), new Version(1)));
    pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(1)));
    assertThat(pserver.next()).isInstanceOf(FromMember.MemberFailure.class);
    assertThat(pserver.next()).isInstanceOf(FromMember.MemberFailure.class);
  }
}
