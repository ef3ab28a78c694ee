package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

class WriteFailuresTest {
  private static FailureKind kind(Throwable e) {
    return WriteFailures.of(e, "/m").kind();
  }

  @Test
  void areNamedByTheirCause() {
    IOException full = new IOException("No space left on device");
    assertThat(kind(full)).isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new IllegalStateException(full))).isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new DSQuotaExceededException(1, 2))).isEqualTo(FailureKind.STORAGE_FULL);
    assertThat(kind(new FileSystemException("/m", null, "Read-only file system")))
        .isEqualTo(FailureKind.NOT_WRITABLE);
    assertThat(kind(new AccessDeniedException("/m"))).isEqualTo(FailureKind.ACCESS_DENIED);
    assertThat(kind(new IOException("a lease expired"))).isEqualTo(FailureKind.STORAGE_FAILED);
  }

  @Test
  void thatTimeMayMendStayWhatTheyAre() {
    IOException passing = new IOException("a lease expired");
    assertThatThrownBy(
            () ->
                WriteFailures.guard(
                    "/m",
                    () -> {
                      throw passing;
                    }))
        .isSameAs(passing);
    assertThatThrownBy(
            () ->
                WriteFailures.guard(
                    "/m",
                    () -> {
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(FailureException.class);
  }
}
