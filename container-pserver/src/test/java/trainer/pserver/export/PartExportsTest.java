package trainer.pserver.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.ToPserver;
import trainer.pserver.server.RunningPserver;

/** Exports of a real pserver. */
class PartExportsTest {
  @RegisterExtension private final RunningPserver pserver = new RunningPserver();

  @TempDir private Path folder;

  @Test
  void refusesToWriteAVersionItIsNotAt() throws Exception {
    pserver.startLine();
    pserver.take(
        new ToPserver.WriteParts(
            new Term(1),
            new Line(1),
            new Version(4),
            folder.toUri().toString(),
            RunningPserver.partitions()));
    assertThat(pserver.next()).isInstanceOf(FromMember.MemberFailure.class);
  }
}
