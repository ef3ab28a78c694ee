package trainer.data.index;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import trainer.core.input.InputFile;

/** SHA-256 over path, length and modification time of every file. */
final class InputDigest {
  private InputDigest() {}

  static String of(List<InputFile> files) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    for (InputFile file : files) {
      String line = file.path() + '\0' + file.length() + '\0' + file.modified() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
