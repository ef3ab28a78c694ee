package trainer.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class StorageRefusalTest {
  private static FailureKind kind(Throwable e) {
    Failure failure = StorageRefusal.of(e, "/m");
    return failure == null ? null : failure.kind();
  }

  @Test
  void noSpaceIsSaidInSeveralWays() {
    assertThat(kind(new IOException("No space left on device")))
        .isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new FileSystemException("/m", null, "Disk quota exceeded")))
        .isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(StorageRefusal.of(new IOException("No space left on device"), "/m").message())
        .startsWith("STORAGE_FULL: there is no space left: No space left on device — /m — ");
  }

  @Test
  void aFileSystemThatIsReadOnlyIsNotWritable() {
    assertThat(kind(new FileSystemException("/m", null, "Read-only file system")))
        .isEqualTo(FailureKind.NOT_WRITABLE);
  }

  @Test
  void aUserWithoutPermissionIsDenied() {
    assertThat(kind(new AccessDeniedException("/m"))).isEqualTo(FailureKind.ACCESS_DENIED);
  }

  @Test
  void aMissingTicketIsNoMissingPermission() {
    Failure failure =
        StorageRefusal.of(
            new AccessDeniedException("Client cannot authenticate via:[TOKEN, KERBEROS]"), "/m");
    assertThat(failure.kind()).isEqualTo(FailureKind.NO_CREDENTIALS);
    assertThat(failure.advice()).isEqualTo("run kinit");
  }

  @Test
  void whatPassesIsNoRefusal() {
    assertThat(kind(new IOException("a lease expired"))).isNull();
    assertThat(kind(new IOException((String) null))).isNull();
  }

  @Test
  void theTextIsOneLineWithoutHadoopsWiki() {
    assertThat(
            StorageRefusal.text(
                new IOException("refused; For more details see:  http://wiki/x\n at y")))
        .isEqualTo("refused");
    assertThat(StorageRefusal.text(new IOException())).isEqualTo("IOException");
  }
}
