package trainer.appmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.journal.StateStore.Entry;
import trainer.avro.state.JournalReader;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;

/** The store's contract, on the local file system as local mode uses it. */
class FileStateStoreTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  @TempDir File temp;
  private FileSystem files;
  private Path folder;

  @BeforeEach
  void open() throws IOException {
    files = FlushingFiles.of(URI.create("file:///"), new Configuration(false));
    folder = new Path(temp.toURI());
  }

  @Test
  void termsRise() throws IOException {
    assertThat(store().takeTerm()).isEqualTo(1);
    assertThat(store().takeTerm()).isEqualTo(2);
  }

  @Test
  void readsBackWhatWasAppendedWhileItIsStillOpen() throws IOException {
    FileStateStore store = store();
    store.takeTerm();
    store.log(JOB).append(entries(1, 1, 3));

    assertThat(numbers(store().log(JOB).read())).containsExactly(1L, 2L, 3L);
    assertThat(store().log(JOB).read()).isEqualTo(entries(1, 1, 3));
  }

  @Test
  void logsAreApart() throws IOException {
    FileStateStore store = store();
    store.takeTerm();
    store.log(JOB).append(entries(1, 1, 1));
    store.log(null).append(entries(1, 1, 2));

    assertThat(numbers(store.log(JOB).read())).containsExactly(1L);
    assertThat(numbers(store.log(null).read())).containsExactly(1L, 2L);
  }

  @Test
  void aSupersededMasterCanAppendNothing() throws IOException {
    FileStateStore old = store();
    old.takeTerm();
    old.log(JOB).append(entries(1, 1, 1));
    store().takeTerm();

    assertThatThrownBy(() -> old.log(JOB).append(entries(1, 2, 2)))
        .isInstanceOf(SupersededException.class);
    assertThat(numbers(store().log(JOB).read())).containsExactly(1L);
  }

  @Test
  void aNewTermGoesOnWithTheNumbers() throws IOException {
    FileStateStore old = store();
    old.takeTerm();
    old.log(JOB).append(entries(1, 1, 2));
    old.close();
    FileStateStore next = store();
    long term = next.takeTerm();

    assertThat(next.log(JOB).next()).isEqualTo(3);
    next.log(JOB).append(entries(term, 3, 4));
    assertThat(next.log(JOB).read()).extracting(Entry::term).containsExactly(1L, 1L, 2L, 2L);
  }

  @Test
  void anAppendThatIsRepeatedIsReadOnce() throws IOException {
    FileStateStore store = store();
    store.takeTerm();
    store.log(JOB).append(entries(1, 1, 2));
    store.log(JOB).append(entries(1, 1, 3));

    assertThat(numbers(store.log(JOB).read())).containsExactly(1L, 2L, 3L);
  }

  @Test
  void followersGetEveryEntryOnceAsItComes() throws Exception {
    FileStateStore store = store();
    store.takeTerm();
    store.log(JOB).append(entries(1, 1, 1));
    List<Long> seen = new ArrayList<>();
    CountDownLatch all = new CountDownLatch(3);
    Closeable follower =
        store()
            .follow(
                JOB,
                entry -> {
                  seen.add(entry.number());
                  all.countDown();
                });
    store.log(JOB).append(entries(1, 2, 3));

    assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).containsExactly(1L, 2L, 3L);
    follower.close();
  }

  @Test
  void closedFilesAreWholeAvroFilesOfTheirOwnerAlone() throws IOException {
    files.getConf().set("fs.permissions.umask-mode", "077");
    FileStateStore store = store();
    store.takeTerm();
    store.log(JOB).append(entries(1, 1, 5));
    store.close();
    Path segment = new Path(folder, "jobs/1/state/journal-1-0.avro");
    FileStatus status = files.getFileStatus(segment);

    assertThat(status.getPermission().toShort()).isEqualTo((short) 0600);
    try (JournalReader reader = new JournalReader(files.open(segment), "here")) {
      for (int i = 1; i <= 5; i++) {
        assertThat(reader.next().number()).isEqualTo(i);
      }
      assertThat(reader.next()).isNull();
    }
  }

  private FileStateStore store() {
    return new FileStateStore(files, folder);
  }

  private static List<Entry> entries(long term, long first, long last) {
    List<Entry> entries = new ArrayList<>();
    for (long number = first; number <= last; number++) {
      entries.add(new Entry(number, term, new Fact.WindowOpened(number * 10)));
    }
    return entries;
  }

  private static List<Long> numbers(List<Entry> entries) {
    return entries.stream().map(Entry::number).toList();
  }
}
