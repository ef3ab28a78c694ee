package trainer.pserver.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import trainer.avro.model.ModelFolder;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A file that is gone or broken is damage; a storage that is away is not. */
class CheckpointReaderTest {
  private final List<Duration> pauses = new ArrayList<>();
  private final FakeFolder folder = new FakeFolder();
  private boolean storageWorks = true;
  private final CheckpointReader reading =
      new CheckpointReader(new RetryPolicy(Duration.ofSeconds(5), pauses::add), () -> storageWorks);

  /** A folder of one file. */
  private static final class FakeFolder implements ModelFolder {
    @Override
    public String location() {
      return "hdfs://nn/checkpoints/7-1-1";
    }

    @Override
    public List<String> names() {
      return List.of("part-0.avro");
    }

    @Override
    public long length(String name) {
      return 1;
    }

    @Override
    public InputStream open(String name) {
      return InputStream.nullInputStream();
    }
  }

  private void read(IOException failing) throws IOException {
    var unused =
        reading.read(
            folder,
            "part-0.avro",
            () -> {
              throw failing;
            });
  }

  private void assertDamaged(IOException failing) {
    assertThatThrownBy(() -> read(failing))
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(FailureKind.MODEL_CORRUPT);
              assertThat(e.failure().where()).isEqualTo("hdfs://nn/checkpoints/7-1-1/part-0.avro");
              assertThat(e.failure().what()).contains(failing.getMessage());
            });
  }

  @Test
  void aFileThatIsGoneIsDamageAtOnce() {
    assertDamaged(new FileNotFoundException("no such file"));
    assertThat(pauses).isEmpty();
  }

  @Test
  void bytesThatNoCopyHasAsTheyWereWrittenAreDamageAtOnce() {
    assertDamaged(new ChecksumException("checksum error at 512", 512));
    assertThat(pauses).isEmpty();
  }

  @Test
  void aBlockThatIsMissingForLongIsDamageWhereTheStorageWorks() {
    assertDamaged(new IOException("could not obtain block blk_1"));
    assertThat(pauses).hasSizeGreaterThan(3);
  }

  @Test
  void aReadThatTimesOutForLongIsDamageWhereTheStorageWorks() {
    assertDamaged(new SocketTimeoutException("read timed out"));
    assertThat(pauses).hasSizeGreaterThan(3);
  }

  @Test
  void anOutageOfTheStorageIsWaitedForHoweverLongItTakes() throws IOException {
    storageWorks = false;
    assertThat(readAfter(100, new IOException("could not obtain block blk_1"))).isEqualTo(7);
  }

  @Test
  void readsThatTimeOutInAnOutageAreWaitedFor() throws IOException {
    storageWorks = false;
    assertThat(readAfter(100, new SocketTimeoutException("read timed out"))).isEqualTo(7);
  }

  @Test
  void aProcessWithoutFileDescriptorsJudgesNoFile() throws IOException {
    storageWorks = false;
    assertThat(readAfter(100, new FileNotFoundException("part-0.avro (Too many open files)")))
        .isEqualTo(7);
  }

  @Test
  void aReadThatIsInterruptedEndsAtOnce() {
    storageWorks = false;
    InterruptedIOException interrupted = new InterruptedIOException("the process ends");
    assertThatThrownBy(() -> read(interrupted)).isSameAs(interrupted);
  }

  @Test
  void aFileThatMayNotBeReadIsNoDamage() {
    AccessControlException denied = new AccessControlException("permission denied");
    assertThatThrownBy(() -> read(denied)).isSameAs(denied);
  }

  @Test
  void returnsAFileThatCanBeReadInTheEnd() throws IOException {
    assertThat(readAfter(1, new IOException("could not obtain block blk_1"))).isEqualTo(7);
  }

  /** Reads a file that fails until there were so many pauses, and holds 7. */
  private int readAfter(int pausesNeeded, IOException failing) throws IOException {
    return reading.read(
        folder,
        "part-0.avro",
        () -> {
          if (pauses.size() < pausesNeeded) {
            throw failing;
          }
          return 7;
        });
  }
}
