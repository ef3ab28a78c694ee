package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.message.FromMember;
import trainer.protocol.bulk.BulkConnection;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;

/** Commands about lines, given to a real pserver. */
class LineCommandsTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void answersSealsBeforeAndAfterTheFirstLine() throws Exception {
    pserver.take(new ToPserver.Seal(1, 0));
    assertThat(pserver.next()).isEqualTo(new FromPserver.Sealed(1, 0, 0, false));
    pserver.startLine();
    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pushAndPull(lanes, 1, 1, 1024);
    FromMember complete = pserver.next();
    pserver.take(new ToPserver.Seal(2, 1));
    assertThat(pserver.next()).isEqualTo(new FromPserver.Sealed(2, 1, 0, true));
    assertThat(pserver.next()).isEqualTo(complete);
  }
}
