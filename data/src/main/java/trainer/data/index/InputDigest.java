package trainer.data.index;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import trainer.core.digest.Sha256;
import trainer.core.input.InputFile;

/** SHA-256 over path, length and modification time of every file. */
final class InputDigest {
  private InputDigest() {}

  static String of(List<InputFile> files) {
    MessageDigest digest = Sha256.create();
    for (InputFile file : files) {
      String line = file.path() + '\0' + file.length() + '\0' + file.modified() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }
}
