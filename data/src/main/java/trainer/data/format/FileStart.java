package trainer.data.format;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** The evidence of a file's format in its first bytes. */
final class FileStart {
  /** The number of bytes examined. */
  static final int LENGTH = 16;

  private static final byte[] AVRO = {'O', 'b', 'j', 1};

  private record Known(String name, byte[] prefix) {}

  private static final List<Known> REFUSED =
      List.of(
          new Known(
              "UTF-16 text, as Windows programs write it", new byte[] {(byte) 0xff, (byte) 0xfe}),
          new Known("UTF-16 text", new byte[] {(byte) 0xfe, (byte) 0xff}),
          new Known("gzip", new byte[] {0x1f, (byte) 0x8b}),
          new Known("bzip2", ascii("BZh")),
          new Known("zstandard", new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd}),
          new Known("xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z'}),
          new Known("zip", new byte[] {'P', 'K', 3, 4}),
          new Known("Parquet", ascii("PAR1")),
          new Known("ORC", ascii("ORC")),
          new Known("a Hadoop SequenceFile", ascii("SEQ")),
          new Known("snappy frames", new byte[] {(byte) 0xff, 6, 0, 0, 's', 'N', 'a', 'P'}));

  private final byte[] bytes;

  FileStart(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether this is an Avro container, or a prefix of its magic number. */
  boolean avro() {
    return bytes.length > 0 && startsWith(AVRO, Math.min(bytes.length, AVRO.length));
  }

  /** The name of a format that is recognised but not read, or null. */
  String refused() {
    for (Known known : REFUSED) {
      if (startsWith(known.prefix(), known.prefix().length)) {
        return known.name();
      }
    }
    return null;
  }

  /** Whether these bytes can be text: they hold no control characters. */
  boolean text() {
    for (byte b : bytes) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f') {
        return false;
      }
    }
    return true;
  }

  /** The bytes for a message: as hex, and as text if they can be text. */
  String shown() {
    String hex = HexFormat.ofDelimiter(" ").formatHex(bytes);
    return text() ? hex + " '" + new String(bytes, StandardCharsets.ISO_8859_1).strip() + "'" : hex;
  }

  private boolean startsWith(byte[] prefix, int length) {
    if (bytes.length < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
