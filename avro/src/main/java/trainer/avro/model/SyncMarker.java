package trainer.avro.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import trainer.avro.container.ContainerHeader;
import trainer.core.digest.Sha256;

/** Avro sync markers derived from contents; Avro's own are random. */
final class SyncMarker {
  static final int LENGTH = ContainerHeader.SYNC_BYTES;

  private SyncMarker() {}

  /** The marker of a part file. */
  static byte[] ofPart(int partition) {
    return of("trainer model part " + partition);
  }

  /** The marker that holds the place of a manifest's checksum while that is computed. */
  static byte[] draft() {
    return of("trainer model manifest");
  }

  private static byte[] of(String text) {
    MessageDigest digest = Sha256.create();
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return cut(digest);
  }

  /** The first bytes of a digest. */
  static byte[] cut(MessageDigest digest) {
    return Arrays.copyOf(digest.digest(), LENGTH);
  }
}
