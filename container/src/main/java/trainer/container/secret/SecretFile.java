package trainer.container.secret;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import trainer.protocol.auth.Secret;

/** Writes the file that passes a secret to one child process on this machine. */
public final class SecretFile {
  private SecretFile() {}

  /** Creates {@code file}, with mode 0600 from the start; it must not exist. */
  public static void write(Path file, Secret secret) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(secret.toBytes());
    }
  }
}
