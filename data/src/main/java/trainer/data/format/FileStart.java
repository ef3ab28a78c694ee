package trainer.data.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/** The name and the first bytes of a file, by which formats recognize it. Immutable. */
public final class FileStart {
  /** The number of bytes examined. */
  private static final int LENGTH = 16;

  private static final String REWRITE =
      "rewrite it as Parquet, as Avro, or as plain CSV or libsvm text";

  /** A kind of file that no format here reads, and the remedy. */
  private record Foreign(String name, byte[] magic, String advice) {
    Foreign(String name, byte[] magic) {
      this(name + ", which Trainer does not read yet", magic, REWRITE);
    }
  }

  private static final byte[] PARQUET = ascii("PAR1");

  private static final List<Foreign> FOREIGN =
      List.of(
          new Foreign(
              "UTF-16 text, as Windows programs write it", new byte[] {(byte) 0xff, (byte) 0xfe}),
          new Foreign("UTF-16 text", new byte[] {(byte) 0xfe, (byte) 0xff}),
          new Foreign("xz", new byte[] {(byte) 0xfd, '7', 'z', 'X', 'Z'}),
          new Foreign("zip", new byte[] {'P', 'K', 3, 4}),
          new Foreign(
              "a Hadoop SequenceFile",
              ascii("SEQ"),
              "read it with --format"
                  + " org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat"),
          new Foreign("snappy frames", new byte[] {(byte) 0xff, 6, 0, 0, 's', 'N', 'a', 'P'}));

  private static final Foreign WIDE_TEXT = new Foreign("UTF-16 text", new byte[0]);

  /** The bytes from which on a file may be taken for UTF-16. */
  private static final int LEAST_WIDE = 8;

  private final String path;
  private final byte[] bytes;

  FileStart(String path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /**
   * The start of a file.
   *
   * @param path by whose ending formats recognize it
   */
  static FileStart of(PinnedFile file, String path) {
    byte[] first = new byte[(int) Math.min(LENGTH, file.length())];
    file.read(0, first, 0, first.length);
    return new FileStart(path, first);
  }

  /** The file's path, for messages. */
  public String path() {
    return path;
  }

  /** Whether the file's name ends so, such as {@code .avro}. */
  public boolean isNamed(String ending) {
    return path.endsWith(ending);
  }

  /** Whether the file has no bytes. */
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** Whether the file begins with a whole magic number. */
  public boolean startsWith(byte[] magic) {
    return bytes.length >= magic.length && agreesWith(magic);
  }

  /** Whether the file begins with a magic number, or is so short that it ends within it. */
  public boolean agreesWith(byte[] magic) {
    for (int i = 0; i < Math.min(bytes.length, magic.length); i++) {
      if (bytes[i] != magic[i]) {
        return false;
      }
    }
    return bytes.length > 0;
  }

  /** The first bytes, fewer if the file has no more; at most 16. */
  public byte[] first(int count) {
    return Arrays.copyOf(bytes, Math.min(count, bytes.length));
  }

  /** Whether the file can be text: no control character, and no magic number of another kind. */
  public boolean isText() {
    return isPrintable() && foreign().isEmpty() && !startsWith(PARQUET);
  }

  /**
   * The failure of a file that is not of a format.
   *
   * @param what such as "not an Avro container file"; what the file seems to be is added
   */
  public FailureException rejected(String what) {
    if (bytes.length == 0) {
      return new FailureException(
          FailureKind.INPUT_BAD_FILE, what, path + " (0 bytes)", "remove the file");
    }
    Optional<Foreign> foreign = foreign();
    String guess = foreign.map(kind -> "; it looks like " + kind.name()).orElse("");
    String advice =
        foreign.map(Foreign::advice).orElse("check trainer.input and trainer.input.format");
    return new FailureException(
        FailureKind.INPUT_BAD_FILE, what + guess, path + " begins with " + shown(), advice);
  }

  private Optional<Foreign> foreign() {
    Optional<Foreign> known = FOREIGN.stream().filter(kind -> startsWith(kind.magic())).findFirst();
    return known.isEmpty() && isWideText() ? Optional.of(WIDE_TEXT) : known;
  }

  /** Whether every second byte is 0, as in UTF-16 of Latin letters without a byte order mark. */
  private boolean isWideText() {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if ((bytes[i] == 0) == (bytes[i + 1] == 0)) {
        return false;
      }
    }
    return bytes.length >= LEAST_WIDE;
  }

  private boolean isPrintable() {
    for (byte b : bytes) {
      if (b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f') {
        return false;
      }
    }
    return true;
  }

  /** The bytes for a message: as hex, and as text if they can be text. */
  private String shown() {
    String hex = HexFormat.ofDelimiter(" ").formatHex(bytes);
    return isPrintable()
        ? hex + " '" + new String(bytes, StandardCharsets.ISO_8859_1).strip() + "'"
        : hex;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
