package trainer.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.state.JournalReader;
import trainer.core.failure.FailureException;
import trainer.core.id.Term;

/** The store on the local file system, as local mode uses it, and what is in its files. */
class FileStateStoreTest extends StateStoreContract {
  @TempDir File temp;
  private FileSystem files;
  private Path folder;

  @BeforeEach
  void open() throws IOException {
    files = FlushingFiles.of(URI.create("file:///"), new Configuration(false));
    folder = new Path(temp.toURI());
  }

  @Override
  StateStore another() {
    return new FileStateStore(files, folder);
  }

  @Test
  void closedFilesAreWholeAvroFilesOfTheirOwnerAlone() throws IOException {
    files.getConf().set("fs.permissions.umask-mode", "077");
    StateStore store = leader();
    store.log(job).append(entries(new Term(1), 1, 5));
    store.close();
    Path segment = new Path(folder, "jobs/1/state/journal-1-0.avro");
    FileStatus status = files.getFileStatus(segment);

    assertThat(status.getPermission().toShort()).isEqualTo((short) 0600);
    try (JournalReader reader = new JournalReader(files.open(segment), "here")) {
      for (int i = 1; i <= 5; i++) {
        assertThat(reader.next().number()).isEqualTo(i);
      }
      assertThat(reader.next()).isNull();
      assertThat(reader.isTorn()).isFalse();
    }
  }

  @Test
  void aNewTermBeginsASegmentAndDeletesTheOlderOnes() throws IOException {
    leader().log(job).append(entries(new Term(1), 1, 2));
    StateStore next = leader();
    next.log(job).read();
    assertThat(segments()).containsExactly("journal-1-0.avro");
    next.log(job).append(entries(new Term(2), 3, 3));
    await().untilAsserted(() -> assertThat(segments()).containsExactly("journal-2-0.avro"));
    next.log(job).compact(entries(new Term(2), 3, 3));
    await().untilAsserted(() -> assertThat(segments()).containsExactly("journal-2-1.avro"));
    assertThat(new File(temp, "fleet").list()).contains("journal-2-0.avro");
  }

  @Test
  void aSegmentThatWasBegunAndNeverWholeIsPassedOver() throws IOException {
    leader().log(job).append(entries(new Term(1), 1, 3));
    byte[] whole = Files.readAllBytes(segment("journal-1-0.avro"));
    try (StateStore next = leader()) {
      next.log(job).append(entries(new Term(2), 4, 4));
    }
    byte[] second = Files.readAllBytes(segment("journal-2-0.avro"));
    Files.write(segment("journal-1-0.avro"), whole);
    for (int length = 0; length < second.length; length += length < second.length - 100 ? 41 : 1) {
      Files.write(segment("journal-2-0.avro"), java.util.Arrays.copyOf(second, length));
      assertThat(numbers(store().log(job).read())).as("at " + length).containsExactly(1L, 2L, 3L);
    }
    Files.write(segment("journal-2-0.avro"), second);
    assertThat(numbers(store().log(job).read())).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aTornTailIsCutAndTheNextTermGoesOnBehindIt() throws IOException {
    StateStore first = leader();
    first.log(job).append(entries(new Term(1), 1, 2));
    long safe = segment("journal-1-0.avro").toFile().length();
    first.log(job).append(entries(new Term(1), 3, 5));
    try (RandomAccessFile file = new RandomAccessFile(segment("journal-1-0.avro").toFile(), "rw")) {
      file.setLength(file.length() - 1);
    }
    assertThat(segment("journal-1-0.avro").toFile().length()).isGreaterThan(safe);
    StateStore next = leader();
    assertThat(numbers(next.log(job).read())).containsExactly(1L, 2L);
    next.log(job).append(entries(new Term(2), 3, 3));
    assertThat(store().log(job).read()).extracting("term.number").containsExactly(1L, 1L, 2L);
  }

  @Test
  void aSegmentOfWhichNoCopyHasItsChecksumIsDamage() throws IOException {
    leader().log(job).append(entries(new Term(1), 1, 2));
    FileSystem broken =
        new FilterFileSystem(files) {
          @Override
          public FSDataInputStream open(Path path, int buffer) throws IOException {
            throw new ChecksumException(path + " at 512", 512);
          }
        };
    StateStore next = new FileStateStore(broken, folder);
    assertThat(next.takeTerm().number()).isEqualTo(2);
    assertThatThrownBy(() -> next.log(job).read())
        .hasMessageStartingWith("JOURNAL_DAMAGED: the storage has no copy");
  }

  @Test
  void damageIsRefusedWithFileByteAndChecksums() throws IOException {
    StateStore first = leader();
    first.log(job).append(entries(new Term(1), 1, 2));
    first.log(job).append(entries(new Term(1), 3, 3));
    try (RandomAccessFile file = new RandomAccessFile(segment("journal-1-0.avro").toFile(), "rw")) {
      file.seek(file.length() - 60);
      int b = file.read();
      file.seek(file.length() - 60);
      file.write(b ^ 8);
    }
    assertThatThrownBy(() -> leader().log(job).read())
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("JOURNAL_DAMAGED")
        .hasMessageContaining("journal-1-0.avro at byte ")
        .hasMessageMatching("(?s).*expected \\p{XDigit}+, found \\p{XDigit}+.*");
  }

  @Test
  void aLogWhoseSegmentsWereCutByOthersIsNotTakenForAnEmptyOne() throws IOException {
    leader().log(job).append(entries(new Term(1), 1, 3000));
    leader().log(job).append(entries(new Term(2), 3001, 3001));
    try (RandomAccessFile file = new RandomAccessFile(segment("journal-2-0.avro").toFile(), "rw")) {
      file.setLength(file.length() / 2);
    }
    assertThatThrownBy(() -> leader().log(job).read())
        .hasMessageContaining("JOURNAL_DAMAGED")
        .hasMessageContaining("no segment has a whole snapshot");
  }

  private java.nio.file.Path segment(String name) {
    return temp.toPath().resolve("jobs/1/state").resolve(name);
  }

  private List<String> segments() {
    return List.of(temp.toPath().resolve("jobs/1/state").toFile().list());
  }
}
