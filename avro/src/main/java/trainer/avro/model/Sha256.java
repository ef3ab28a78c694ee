package trainer.avro.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as every Java has it. */
final class Sha256 {
  private Sha256() {}

  static MessageDigest create() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The digest as 64 lower-case hex digits; the digest begins anew. */
  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
