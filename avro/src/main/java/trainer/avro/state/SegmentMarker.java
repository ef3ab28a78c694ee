package trainer.avro.state;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import trainer.avro.container.ContainerHeader;
import trainer.core.digest.Sha256;

/**
 * The sync marker of a segment, an Avro container file: eight bytes that are the same in all
 * segments, then the first eight of the SHA-256 of the header that stands before it.
 *
 * <p>So the header is checked like everything else. The first half alone proves that a header was
 * once written whole, even if it is damaged now.
 */
final class SegmentMarker {
  static final int LENGTH = ContainerHeader.SYNC_BYTES;

  private static final byte[] MARK = "Trainer\n".getBytes(StandardCharsets.US_ASCII);

  private SegmentMarker() {}

  /** The marker after a header of these bytes. */
  static byte[] after(byte[] header, int from, int length) {
    MessageDigest sha = Sha256.create();
    sha.update(header, from, length);
    byte[] marker = Arrays.copyOf(MARK, LENGTH);
    System.arraycopy(sha.digest(), 0, marker, MARK.length, LENGTH - MARK.length);
    return marker;
  }

  /** Whether the bytes hold a whole marker, of any header. */
  static boolean isAnyIn(byte[] bytes, int from, int to) {
    return isIn(MARK, bytes, from, to - (LENGTH - MARK.length));
  }

  /** Whether the bytes hold {@code sought}. */
  static boolean isIn(byte[] sought, byte[] bytes, int from, int to) {
    for (int at = from; at + sought.length <= to; at++) {
      if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
        return true;
      }
    }
    return false;
  }
}
