package trainer.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class KeyReferenceTest {
  private static final Path FILE = Path.of("../conf/trainer-default.xml");

  /** Run with {@code -Dtrainer.reference.write=true} to write the file anew. */
  @Test
  void theFileInConfIsTheOneOfTheseKeys() throws IOException {
    if (Boolean.getBoolean("trainer.reference.write")) {
      Files.writeString(FILE, KeyReference.xml());
    }
    assertThat(Files.readString(FILE)).isEqualTo(KeyReference.xml());
  }
}
