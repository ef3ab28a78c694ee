package trainer.container.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.protocol.auth.Secret;

final class SecretFileTest {
  @TempDir Path folder;

  @Test
  void isPrivateAndGoneOnceRead() throws IOException {
    Path file = folder.resolve("secret");
    Secret secret = Secret.random(new SecureRandom());
    SecretFile.write(file, secret);
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Secrets.takeFile(file).toBytes()).isEqualTo(secret.toBytes());
    assertThat(file).doesNotExist();
  }

  @Test
  void isGoneEvenIfItHoldsNoSecret() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "short");
    assertThatThrownBy(() -> Secrets.takeFile(file)).isInstanceOf(IOException.class);
    assertThat(file).doesNotExist();
  }
}
