package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import trainer.core.fact.Entry;
import trainer.core.fact.ResultFact;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;

class JournalThreadTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  private final FakeStore store = new FakeStore();
  private final BlockingQueue<Long> safe = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
  private final JournalThread journal =
      new JournalThread(
          store,
          new Term(7),
          Duration.ofSeconds(30),
          entries -> entries.subList(entries.size() - 1, entries.size()),
          (what, cause) -> faults.add(cause));

  @Test
  void factsHandedOverTogetherAreFlushedTogether() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      journal.append(JOB, new ResultFact.FinalVersion(new Version(i)));
    }
    journal.start(safe::add);

    assertThat(safe.poll(60, TimeUnit.SECONDS)).isEqualTo(10);
    assertThat(store.groups).hasSize(1);
    assertThat(store.groups.get(0)).hasSize(10);
    assertThat(store.groups.get(0).get(9))
        .isEqualTo(new Entry(10, new Term(7), new ResultFact.FinalVersion(new Version(9))));
  }

  @Test
  void anAppendOfUnknownOutcomeIsRepeatedWithTheSameNumbers() throws InterruptedException {
    store.failures = 1;
    journal.append(JOB, new ResultFact.FinalVersion(new Version(1)));
    journal.start(safe::add);

    assertThat(safe.poll(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(store.groups).hasSize(2);
    assertThat(store.groups.get(1)).isEqualTo(store.groups.get(0));
  }

  @Test
  void anAppendThatStaysUnknownIsAStoragesFailure() throws InterruptedException {
    store.failures = Integer.MAX_VALUE;
    JournalThread impatient =
        new JournalThread(
            store,
            new Term(7),
            Duration.ZERO,
            entries -> entries,
            (what, cause) -> faults.add(cause));
    impatient.append(JOB, new ResultFact.FinalVersion(new Version(1)));
    impatient.start(safe::add);

    assertThat(faults.poll(60, TimeUnit.SECONDS))
        .hasMessageStartingWith("STORAGE_FAILED: the journal cannot be written");
    assertThat(safe).isEmpty();
  }

  @Test
  void aRefusedAppendIsNeverCalledSafe() throws InterruptedException {
    store.superseded = true;
    journal.append(JOB, new ResultFact.FinalVersion(new Version(1)));
    journal.start(safe::add);

    assertThat(faults.poll(60, TimeUnit.SECONDS)).isInstanceOf(SupersededException.class);
    assertThat(safe).isEmpty();
  }

  @Test
  void closingWritesWhatWasHandedOver() throws InterruptedException {
    store.held = new CountDownLatch(1);
    journal.start(safe::add);
    journal.append(JOB, new ResultFact.FinalVersion(new Version(1)));
    journal.append(null, new ResultFact.FinalVersion(new Version(2)));
    store.held.countDown();
    journal.close();

    assertThat(store.groups.stream().mapToInt(List::size).sum()).isEqualTo(2);
  }

  @Test
  void theLogOfAJobThatIsOverIsClosedAfterItsFacts() throws InterruptedException {
    journal.append(JOB, new ResultFact.FinalVersion(new Version(1)));
    journal.append(JOB, new ResultFact.FinalVersion(new Version(2)));
    journal.release(JOB);
    journal.start(safe::add);
    journal.close();

    assertThat(store.released).containsExactly(JOB + " after 2");
    assertThat(faults).isEmpty();
  }

  @Test
  void logsOfOneGroupAreWrittenAtTheSameTime() throws InterruptedException {
    store.groups.add(
        List.of(new Entry(1, new Term(6), new ResultFact.FinalVersion(new Version(1)))));
    store.meeting = new CyclicBarrier(2);
    journal.append(null, new ResultFact.FinalVersion(new Version(2)));
    journal.append(JOB, new ResultFact.FinalVersion(new Version(3)));
    journal.start(safe::add);

    assertThat(safe.poll(60, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(store.groups).hasSize(3);
    assertThat(faults).isEmpty();
  }

  @Test
  void theFleetsLogBeginsBeforeAJobs() throws InterruptedException {
    journal.append(null, new ResultFact.FinalVersion(new Version(1)));
    journal.append(JOB, new ResultFact.FinalVersion(new Version(2)));
    journal.start(safe::add);

    assertThat(safe.poll(60, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(store.threads).hasSize(1);
    assertThat(store.groups.get(0).get(0).fact())
        .isEqualTo(new ResultFact.FinalVersion(new Version(1)));
  }

  @Test
  void aRefusalOfOneLogOfManyIsThatOfTheGroup() throws InterruptedException {
    store.groups.add(
        List.of(new Entry(1, new Term(6), new ResultFact.FinalVersion(new Version(1)))));
    store.superseded = true;
    journal.append(null, new ResultFact.FinalVersion(new Version(2)));
    journal.append(JOB, new ResultFact.FinalVersion(new Version(3)));
    journal.start(safe::add);

    assertThat(faults.poll(60, TimeUnit.SECONDS)).isInstanceOf(SupersededException.class);
    assertThat(safe).isEmpty();
  }

  @Test
  void aLogThatHasGrownIsCompacted() throws InterruptedException {
    for (int i = 0; i < 5_000; i++) {
      journal.append(JOB, new ResultFact.FinalVersion(new Version(i)));
    }
    journal.append(null, new ResultFact.FinalVersion(Version.INITIAL));
    journal.start(safe::add);
    journal.close();

    assertThat(store.snapshots)
        .containsExactly(
            List.of(
                new Entry(5_000, new Term(7), new ResultFact.FinalVersion(new Version(4_999)))));
  }

  /** A store in memory that can fail, refuse and be slow. */
  private static final class FakeStore implements StateStore, StateStore.Log {
    private final List<List<Entry>> groups = Collections.synchronizedList(new ArrayList<>());
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final List<List<Entry>> snapshots = new ArrayList<>();
    private final List<String> released = new ArrayList<>();
    private int failures;
    private boolean superseded;
    private CountDownLatch held = new CountDownLatch(0);
    private CyclicBarrier meeting = new CyclicBarrier(1);

    @Override
    public Term takeTerm() {
      return new Term(7);
    }

    @Override
    public Log log(JobId job) {
      return this;
    }

    @Override
    public List<Entry> read() {
      return groups.isEmpty() ? List.of() : groups.get(0);
    }

    @Override
    public void compact(List<Entry> snapshot) {
      snapshots.add(snapshot);
    }

    @Override
    public long next() {
      return 1;
    }

    @Override
    public void append(List<Entry> entries) throws IOException {
      threads.add(Thread.currentThread());
      try {
        held.await();
        meeting.await(30, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IOException(e);
      }
      if (superseded) {
        throw new SupersededException(7, 8);
      }
      groups.add(List.copyOf(entries));
      if (failures-- > 0) {
        throw new IOException("nobody knows");
      }
    }

    @Override
    public void release(JobId job) {
      released.add(job + " after " + groups.stream().mapToInt(List::size).sum());
    }

    @Override
    public void close() {}
  }
}
