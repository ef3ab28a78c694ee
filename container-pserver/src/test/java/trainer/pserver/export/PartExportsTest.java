package trainer.pserver.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.pserver.server.RunningPserver;

/** Exports of a real pserver. */
class PartExportsTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @TempDir private Path folder;

  @Test
  void refusesToWriteAVersionItIsNotAt() throws Exception {
    pserver.startLine();
    pserver.take(order(4, RunningPserver.partitions()));
    assertThat(pserver.next()).isInstanceOf(FromMember.MemberFailure.class);
  }

  @Test
  void writesWhatItWasOrderedThoughMoreFollows() throws Exception {
    pserver.startLine();
    pserver.take(order(0, List.of(0)));
    pserver.take(order(0, List.of(1)));
    assertThat(List.of(written(), written())).containsExactlyInAnyOrder(0, 1);
  }

  private ToPserver.WriteParts order(long version, List<Integer> partitions) {
    return new ToPserver.WriteParts(
        new Term(1), new Line(1), new Version(version), folder.toUri().toString(), partitions);
  }

  private int written() throws Exception {
    return ((FromPserver.PartsWritten) pserver.next()).parts().get(0).partition();
  }
}
