package trainer.data.format.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The decompression of the pages of a column chunk. Confined to one thread. */
@FunctionalInterface
interface PageCodec {
  /**
   * Decompresses a page.
   *
   * @return the bytes written, from {@code at} on
   * @throws IOException if the input is damaged, as RuntimeException is
   */
  int decompress(byte[] in, int from, int length, byte[] out, int at, int most) throws IOException;

  /**
   * The decompression of a codec.
   *
   * @param where the column, for messages
   * @throws FailureException INPUT_BAD_FILE for a codec that is not read
   */
  static PageCodec of(CompressionCodec codec, String where) {
    return switch (codec) {
      case UNCOMPRESSED -> PageCodec::copy;
      case SNAPPY -> airlift(new SnappyDecompressor());
      case LZ4_RAW -> airlift(new Lz4Decompressor());
      case GZIP -> PageCodec::gunzip;
      case ZSTD ->
          (in, from, length, out, at, most) -> unzstd(in, from, length, out, at, most, where);
      case LZO, BROTLI, LZ4 ->
          throw new FailureException(
              FailureKind.INPUT_BAD_FILE,
              "Parquet's codec " + codec + " is not read",
              where,
              "write the file with zstd, snappy, gzip, lz4_raw or uncompressed");
    };
  }

  private static int copy(byte[] in, int from, int length, byte[] out, int at, int most) {
    System.arraycopy(in, from, out, at, Math.min(length, most));
    return length;
  }

  private static PageCodec airlift(Decompressor decompressor) {
    return decompressor::decompress;
  }

  private static int gunzip(byte[] in, int from, int length, byte[] out, int at, int most)
      throws IOException {
    try (GZIPInputStream gzip =
        new GZIPInputStream(new ByteArrayInputStream(in, from, length), 1 << 13)) {
      int count = gzip.readNBytes(out, at, most);
      return gzip.read() < 0 ? count : most + 1;
    }
  }

  private static int unzstd(
      byte[] in, int from, int length, byte[] out, int at, int most, String where)
      throws IOException {
    try {
      long count = Zstd.decompressByteArray(out, at, most, in, from, length);
      if (Zstd.isError(count)) {
        throw new IOException(Zstd.getErrorName(count));
      }
      return (int) count;
    } catch (LinkageError e) {
      throw new FailureException(
          new Failure(
              FailureKind.INPUT_BAD_FILE,
              "zstd's native library cannot be loaded here: " + e,
              where,
              "give the processes a folder for temporary files that may hold programs"),
          e);
    }
  }
}
