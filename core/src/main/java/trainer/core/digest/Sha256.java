package trainer.core.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java runtime has. */
public final class Sha256 {
  private Sha256() {}

  /** A new digest of no bytes. */
  public static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The digest as 64 lower-case hex digits; the digest is then reset. */
  public static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The digest of a text's UTF-8 bytes, as 64 lower-case hex digits. */
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest of these bytes, as 64 lower-case hex digits. */
  public static String hex(byte[] bytes) {
    MessageDigest digest = create();
    digest.update(bytes);
    return hex(digest);
  }
}
