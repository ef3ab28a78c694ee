package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.PartFile;
import trainer.core.message.TimeSpent;
import trainer.core.message.ToPserver;
import trainer.core.table.Partitions;
import trainer.protocol.bulk.BulkConnection;
import trainer.protocol.bulk.BulkFrame;

/** One mini-batch through a real pserver, from the pull to the parts. */
class PserverTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @TempDir private Path folder;

  @Test
  void trainsAMinibatchAndWritesItsParts() throws Exception {
    BulkConnection[] lanes = pserver.connect();
    RunningPserver.pull(lanes, new Line(1), 0);
    pserver.newLine(new Line(1), 0);
    assertThat(pserver.next())
        .isEqualTo(new FromPserver.LineAccepted(new Line(1), Version.INITIAL, true));
    assertThat(RunningPserver.values(lanes)).containsOnly(0f);

    RunningPserver.pushAndPull(lanes, new Line(1), 1, -1024);
    assertThat(pserver.next())
        .isEqualTo(
            new FromPserver.Complete(
                new Line(1), new Version(1), new Metrics(3, ExactSum.of(77), ExactSum.ZERO)));
    pserver.take(new ToPserver.Commit(new Term(1), new Line(1), new Version(1)));
    for (BulkConnection lane : lanes) {
      assertThat(lane.read()).isEqualTo(new BulkFrame.Ack(1, 1, 0));
    }
    assertThat(RunningPserver.values(lanes)).containsOnly(1f);

    awaitHolding();

    ToPserver.WriteParts order =
        new ToPserver.WriteParts(
            new Term(1),
            new Line(1),
            new Version(1),
            folder.resolve("out").toUri().toString(),
            RunningPserver.partitions());
    pserver.take(order);
    FromPserver.PartsWritten written = (FromPserver.PartsWritten) pserver.next();
    assertThat(written.parts()).hasSize(Partitions.COUNT);
    assertThat(written.parts().stream().mapToLong(PartFile::rows).sum())
        .isEqualTo(RunningPserver.keys().length);
    PartFile first = written.parts().get(0);
    assertThat(Files.size(folder.resolve("out").resolve(first.name()))).isEqualTo(first.bytes());
    pserver.take(order);
    assertThat(pserver.next()).as("a repeated order is answered again").isSameAs(written);
  }

  /** A heartbeat says what the lanes answered to an earlier one. */
  private void awaitHolding() throws InterruptedException {
    FromMember.Heartbeat heartbeat = pserver.heartbeat(7);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (heartbeat.spent().finished() < 1 && System.nanoTime() < end) {
      Thread.sleep(10);
      heartbeat = pserver.heartbeat(7);
    }
    assertThat(heartbeat.probe()).isEqualTo(7);
    assertThat(heartbeat.spent().finished()).isEqualTo(1);
    assertThat(heartbeat.spent().in(TimeSpent.Phase.APPLY)).isPositive();
    assertThat(heartbeat.stored().partitions()).isEqualTo(Partitions.COUNT);
    assertThat(heartbeat.stored().rows()).isEqualTo(RunningPserver.keys().length);
    assertThat(heartbeat.stored().bytes()).isPositive();
  }
}
