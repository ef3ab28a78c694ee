package trainer.pserver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import trainer.avro.model.ModelFolder;
import trainer.container.files.Patience;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** A file that is gone or broken is damage; a storage that is away is not. */
class CheckpointReadingTest {
  private final List<Duration> pauses = new ArrayList<>();
  private final FakeFolder folder = new FakeFolder();
  private final CheckpointReading reading =
      new CheckpointReading(new Patience(Duration.ofSeconds(5), pauses::add));

  /** A folder that can be listed, or fails as it is told. */
  private static final class FakeFolder implements ModelFolder {
    private IOException listing;

    @Override
    public String location() {
      return "hdfs://nn/checkpoints/7-1-1";
    }

    @Override
    public List<String> names() throws IOException {
      if (listing != null) {
        throw listing;
      }
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
  void aFolderThatIsGoneIsDamageAtOnce() {
    folder.listing = new FileNotFoundException("no such folder");
    assertDamaged(folder.listing);
    assertThat(pauses).isEmpty();
  }

  @Test
  void bytesThatNoCopyHasAsTheyWereWrittenAreDamageAtOnce() {
    assertDamaged(new ChecksumException("checksum error at 512", 512));
    assertThat(pauses).isEmpty();
  }

  @Test
  void aBlockThatIsMissingForLongIsDamageWhereTheStorageAnswers() {
    assertDamaged(new IOException("could not obtain block blk_1"));
    assertThat(pauses).hasSizeGreaterThan(3);
  }

  @Test
  void aStorageThatIsAwayIsNoDamage() {
    folder.listing = new IOException("connection refused");
    assertThatThrownBy(() -> read(folder.listing)).isSameAs(folder.listing);
    assertThat(pauses).hasSizeGreaterThan(3);
  }

  @Test
  void aFileThatMayNotBeReadIsNoDamage() {
    AccessControlException denied = new AccessControlException("permission denied");
    assertThatThrownBy(() -> read(denied)).isSameAs(denied);
  }

  @Test
  void givesWhatCanBeReadInTheEnd() throws IOException {
    int value =
        reading.read(
            folder,
            "part-0.avro",
            () -> {
              if (pauses.isEmpty()) {
                throw new IOException("could not obtain block blk_1");
              }
              return 7;
            });
    assertThat(value).isEqualTo(7);
  }
}
