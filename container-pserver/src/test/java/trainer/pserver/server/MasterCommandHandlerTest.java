package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;

/** Messages of the master to a real pserver. */
class MasterCommandHandlerTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void leavesOnCommand() throws Exception {
    pserver.take(new ToMember.Leave(new Term(1), "done"));
    assertThat(pserver.awaitLeave()).isEqualTo("done");
  }

  @Test
  void ignoresMessagesForWorkers() throws Exception {
    pserver.take(new ToWorker.Pace(new Term(1), 1, 1));
    pserver.take(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(1)));
    pserver.take(new ToWorker.Cancel(new Term(1), new Line(1), new Version(1), 0));
    pserver.take(new ToMember.Leave(new Term(1), "done"));
    assertThat(pserver.awaitLeave()).isEqualTo("done");
  }
}
