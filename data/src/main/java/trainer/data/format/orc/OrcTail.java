package trainer.data.format.orc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.orc.OrcProto.Footer;
import org.apache.orc.OrcProto.PostScript;
import org.apache.orc.protobuf.InvalidProtocolBufferException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.stream.ChunkBuffer;
import trainer.data.format.stream.StreamInput;

/**
 * The end of a file: the statistics of its stripes, the footer, the postscript, and one byte with
 * the length of the postscript. The postscript ends with the magic text.
 *
 * @param start the byte at which the footer begins
 */
record OrcTail(PostScript postscript, Footer footer, long start) {
  static final byte[] MAGIC = "ORC".getBytes(StandardCharsets.US_ASCII);

  /** The most bytes of a footer of the file or of a stripe. */
  static final int MOST_FOOTER = 1 << 26;

  private static final int LONGEST_POSTSCRIPT = 255;
  private static final int DEFAULT_CHUNK = 256 << 10;
  private static final int MOST_CHUNK = 1 << 23;

  /** The versions whose encodings are read; no version is the oldest one. */
  private static final List<List<Integer>> VERSIONS =
      List.of(List.of(), List.of(0, 11), List.of(0, 12));

  /**
   * Reads the end of a file.
   *
   * @throws FailureException INPUT_TRUNCATED, INPUT_CORRUPT; INPUT_BAD_FILE if the file is
   *     encrypted, or of a version or codec that is not read
   */
  static OrcTail read(PinnedFile file) {
    String path = file.file().path();
    int count = (int) Math.min(file.length(), LONGEST_POSTSCRIPT + 1);
    byte[] bytes = new byte[count];
    file.read(file.length() - count, bytes, 0, count);
    int end = count - 1;
    int length = count == 0 ? 0 : bytes[end] & 0xFF;
    boolean isWhole =
        length > MAGIC.length
            && length + MAGIC.length <= end
            && Arrays.equals(bytes, end - MAGIC.length, end, MAGIC, 0, MAGIC.length);
    if (!isWhole) {
      throw new FailureException(
          FailureKind.INPUT_TRUNCATED,
          "the file does not end as ORC files do, so its end is missing",
          path,
          "write or copy the file again");
    }
    long postscriptStart = file.length() - 1 - length;
    try {
      PostScript postscript = PostScript.parseFrom(Arrays.copyOfRange(bytes, end - length, end));
      requireReadable(postscript, path);
      long start = postscriptStart - postscript.getFooterLength();
      if (postscript.getFooterLength() < 0 || start < MAGIC.length) {
        throw new IllegalArgumentException(
            "the footer has " + postscript.getFooterLength() + " bytes");
      }
      ChunkBuffer chunks = chunks(postscript, file);
      byte[] footer = new StreamInput(chunks, start, postscriptStart).readAll(MOST_FOOTER);
      return new OrcTail(postscript, Footer.parseFrom(footer), start).requirePlain(path);
    } catch (FailureException e) {
      throw e;
    } catch (InvalidProtocolBufferException | RuntimeException e) {
      throw corrupt(path, postscriptStart, e);
    }
  }

  /** The buffer for the chunks of the file. */
  static ChunkBuffer chunks(PostScript postscript, PinnedFile file) {
    long size =
        postscript.hasCompressionBlockSize() ? postscript.getCompressionBlockSize() : DEFAULT_CHUNK;
    if (size <= 0 || size >= MOST_CHUNK) {
      throw new IllegalArgumentException("a chunk has " + size + " bytes");
    }
    return new ChunkBuffer(file, postscript.getCompression(), (int) size);
  }

  private static void requireReadable(PostScript postscript, String path) {
    if (!VERSIONS.contains(postscript.getVersionList())) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the file is of ORC's version " + postscript.getVersionList() + ", which is not read",
          path,
          "write it with version 0.12, the default of ORC's writers");
    }
    if (!postscript.hasCompression()) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the codec of the ORC file is not known",
          path,
          "write the file with zstd, zlib, snappy, lz4, lzo or none");
    }
  }

  private OrcTail requirePlain(String path) {
    if (footer.hasEncryption()) {
      throw new FailureException(
          FailureKind.INPUT_BAD_FILE,
          "the ORC file is encrypted, which Trainer does not read",
          path,
          "write it again without encryption");
    }
    return this;
  }

  /** The failure of metadata that cannot be true. */
  static FailureException corrupt(String path, long at, Exception cause) {
    return new FailureException(
        new Failure(
            FailureKind.INPUT_CORRUPT,
            "the footer is damaged: " + cause.getMessage(),
            path + " at byte " + at,
            "restore the file"),
        cause);
  }
}
