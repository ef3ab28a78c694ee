package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;

/** Commands about lines, given to a real pserver. */
class LineCommandsTest {
  private static final List<List<Integer>> NOWHERE =
      Collections.nCopies(Partitions.COUNT, List.of());

  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @Test
  void answersSealsBeforeAndAfterTheFirstLine() throws Exception {
    pserver.take(new ToPserver.Seal(new Term(1), 0));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Sealed(new Term(1), Line.NONE, Version.INITIAL, false));
    pserver.startLine();
    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pushAndPull(lanes, new Line(1), 1, 1024);
    FromMember complete = pserver.next();
    pserver.take(new ToPserver.Seal(new Term(2), 1));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Sealed(new Term(2), new Line(1), Version.INITIAL, true));
    assertThat(pserver.next()).isEqualTo(complete);
  }

  @Test
  void ignoresALineAndABuildOfALowerTermBeforeTheFirstLine() throws Exception {
    pserver.take(new ToPserver.Seal(new Term(5), 0));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Sealed(new Term(5), Line.NONE, Version.INITIAL, false));
    pserver.newLine(new Line(1), 0);
    pserver.take(
        new ToPserver.Build(new Term(1), 3, new PartitionMap(1, List.of(), NOWHERE), List.of(0)));
    pserver.take(new ToPserver.Seal(new Term(4), 0));
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.Sealed(new Term(5), Line.NONE, Version.INITIAL, false));
  }

  @Test
  void aJobThatGoesBackVoidsRowsAndConnections() throws Exception {
    pserver.startLine();
    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pushAndPull(lanes, new Line(1), 1, 1024);
    assertThat(pserver.next()).isInstanceOf(FromPserver.Complete.class);
    pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(1)));
    for (BulkConnection lane : lanes) {
      assertThat(lane.read()).isInstanceOf(BulkFrame.Ack.class);
      assertThat(lane.read()).isInstanceOf(BulkFrame.Values.class);
    }

    pserver.newLine(new Line(2), 0, new Line(2));

    assertThat(pserver.next())
        .isEqualTo(new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
    assertThat(lanes[0].read()).isNull();
    BulkConnection[] again = pserver.connect();
    RunningPserver.pull(again, new Line(2), 0);
    assertThat(RunningPserver.values(again)).containsOnly(0f);
  }
}
