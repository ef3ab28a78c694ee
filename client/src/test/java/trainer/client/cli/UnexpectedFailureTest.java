package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOError;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;

class UnexpectedFailureTest {
  @Test
  void memoryThatIsUsedUpNamesTheVariableThatGivesMore() {
    Throwable thrown = new IllegalStateException(new OutOfMemoryError("Java heap space"));
    assertThat(UnexpectedFailure.of(thrown, "trainer submit").message())
        .startsWith("OUT_OF_MEMORY: ")
        .contains("TRAINER_CLIENT_OPTS=-Xmx2g");
  }

  @Test
  void errorOfTheLocalFileSystemSaysWhatTheDiskSaid() {
    Throwable thrown = new IOError(new IOException("File too large"));
    assertThat(UnexpectedFailure.of(thrown, "trainer submit").message())
        .startsWith("STORAGE_FAILED: java.io.IOException: File too large — ")
        .contains("ulimit -f");
  }

  @Test
  void localPathWithAHostIsNamed() {
    Throwable thrown =
        new IllegalArgumentException("Wrong FS: file://models/clicks, expected: file:///");
    assertThat(UnexpectedFailure.of(thrown, "trainer model show").message())
        .startsWith(
            "CONFIG_INVALID: 'file://models/clicks' names a host, models, and a local path has none"
                + " — trainer model show — write file:///models/clicks");
  }

  @Test
  void anythingElseIsUnexpected() {
    assertThat(UnexpectedFailure.of(new IllegalStateException("x"), "trainer").kind())
        .isEqualTo(FailureKind.UNEXPECTED);
  }
}
