package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.container.files.RetryPolicy;
import trainer.core.config.Settings;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;

/** A master that begins while its state store is away. */
class PreviousStateTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Settings SETTINGS =
      Settings.of(Map.of("trainer.input", "file:/in", "trainer.output", "file:/out"));

  private final RetryPolicy patience = new RetryPolicy(Duration.ofMinutes(1), time -> {});
  @TempDir Path temp;

  @Test
  void aStoreThatIsAwayForAWhileIsAskedAgain() throws IOException {
    Away store = new Away(store(), 5);
    assertThat(take(store, false))
        .isEqualTo(new PreviousState(new Term(1), List.of(), Map.of(JOB, List.of()), Map.of()));
    assertThat(store.left).isZero();
  }

  @Test
  void aStoreThatStaysAwayIsNamedWithWhatToDo() throws IOException {
    Away store = new Away(store(), Integer.MAX_VALUE);
    assertThatThrownBy(() -> take(store, false))
        .hasMessageStartingWith("STATE_STORE_UNREACHABLE: the state store does not answer");
  }

  @Test
  void aLogThatIsMissingBesideTheOtherIsDamage() throws IOException {
    try (StateStore store = store()) {
      var unused = store.takeTerm().number();
      store
          .log(JOB)
          .append(
              List.of(new Entry(1, new Term(1), new JobFact.TermTaken(new Term(1), "host:1", 5))));
    }
    assertThatThrownBy(() -> take(store(), false))
        .hasMessageStartingWith("JOURNAL_DAMAGED: the fleet's log is gone");
  }

  @Test
  void aJobsLogThatIsMissingThoughContainersWereGrantedIsDamage() throws IOException {
    try (StateStore store = store()) {
      var unused = store.takeTerm().number();
      Fact granted =
          new FleetFact.ContainerNoted(
              "c1", JOB.toString(), "worker", 0, "host", FleetFact.ContainerNoted.GRANTED, null, 5);
      store.log(null).append(List.of(new Entry(1, new Term(1), granted)));
    }
    assertThatThrownBy(() -> take(store(), false))
        .hasMessageStartingWith("JOURNAL_DAMAGED: the job's log is gone");
    PreviousState ofSession = take(store(), true);
    assertThat(ofSession.damaged()).as("the others go on").containsOnlyKeys(JOB);
  }

  @Test
  void aMasterThatDiedWhileItOpenedTheLogsLeavesNoDamage() throws IOException {
    try (StateStore store = store()) {
      var unused = store.takeTerm().number();
      store
          .log(null)
          .append(
              List.of(new Entry(1, new Term(1), new JobFact.TermTaken(new Term(1), "host:1", 5))));
    }
    assertThat(take(store(), false).term().number()).isEqualTo(2);
  }

  @Test
  void aJournalThatDoesNotKnowTheLastLeaderIsDamage() throws IOException {
    try (StateStore store = store()) {
      assertThatThrownBy(() -> PreviousState.takeTerm(store, new Term(4), SETTINGS, patience))
          .hasMessageStartingWith("JOURNAL_DAMAGED: the journal does not know the last leader");
    }
    try (StateStore store = store()) {
      assertThat(PreviousState.takeTerm(store, new Term(1), SETTINGS, patience))
          .isEqualTo(new Term(2));
    }
  }

  private PreviousState take(StateStore store, boolean isSession) {
    Term term = PreviousState.takeTerm(store, Term.NONE, SETTINGS, patience);
    return PreviousState.read(store, term, isSession, fleet -> List.of(JOB), SETTINGS, patience);
  }

  private StateStore store() throws IOException {
    return new FileStateStore(
        FlushingFiles.of(temp.toUri(), new Configuration()),
        new org.apache.hadoop.fs.Path(temp.toUri().toString()));
  }

  /** A store that does not answer the first calls. */
  private static final class Away implements StateStore {
    private final StateStore store;
    private int left;

    Away(StateStore store, int left) {
      this.store = store;
      this.left = left;
    }

    @Override
    public Term takeTerm() throws IOException {
      if (left > 0) {
        left--;
        throw new IOException("the NameNode is away");
      }
      return store.takeTerm();
    }

    @Override
    public Log log(JobId job) {
      return store.log(job);
    }

    @Override
    public void release(JobId job) throws IOException {
      store.release(job);
    }

    @Override
    public void close() throws IOException {
      store.close();
    }
  }
}
