package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.fact.Entry;
import trainer.core.fact.JobFact;
import trainer.core.id.Term;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;
import trainer.journal.SupersededException;

/** Two masters of an application, on a real store. */
class TermFenceTest {
  @TempDir java.nio.file.Path folder;
  private final List<String> passed = new ArrayList<>();
  private TermFence fence;

  @BeforeEach
  void lead() throws IOException {
    fence = new TermFence(Optional.of(this::store), () -> passed.add("the first one"));
    try (StateStore mine = store()) {
      fence.lead(mine.takeTerm());
      record(mine, 1, new Term(1));
    }
  }

  private StateStore store() throws IOException {
    Path root = new Path(folder.toUri());
    return new FileStateStore(FlushingFiles.of(root.toUri(), new Configuration()), root);
  }

  private static void record(StateStore store, long number, Term term) throws IOException {
    store.log(null).append(List.of(new Entry(number, term, new JobFact.TermTaken(term, "", 1))));
  }

  @Test
  void theLastMasterPasses() throws IOException {
    fence.pass();
    assertThat(passed).hasSize(1);
  }

  @Test
  void oneThatIsSupersededDoesNotPass() throws IOException {
    try (StateStore other = store()) {
      record(other, other.takeTerm().number(), new Term(2));
    }
    assertThatThrownBy(fence::pass).isInstanceOf(SupersededException.class);
  }

  @Test
  void withoutAStandbyTheFirstFenceAloneIsPassed() throws IOException {
    new TermFence(Optional.empty(), () -> passed.add("the first one")).pass();
    assertThat(passed).hasSize(1);
  }
}
