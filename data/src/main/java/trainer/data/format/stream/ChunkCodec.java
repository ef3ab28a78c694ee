package trainer.data.format.stream;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.apache.orc.OrcProto.CompressionKind;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.encoding.BadPageException;

/** The decompression of one chunk. Confined to one thread. */
@FunctionalInterface
interface ChunkCodec {
  /**
   * Decompresses a chunk.
   *
   * @return the bytes written to the beginning of {@code out}
   * @throws RuntimeException if the input is damaged, or is longer than {@code out}
   */
  int decompress(byte[] in, int from, int length, byte[] out);

  /**
   * The decompression of a codec; null for none.
   *
   * @param path of the file, for messages
   * @throws FailureException INPUT_BAD_FILE for a codec that is not read
   */
  static ChunkCodec of(CompressionKind kind, String path) {
    return switch (kind) {
      case NONE -> null;
      case ZLIB -> inflate(new Inflater(true));
      case SNAPPY -> airlift(new SnappyDecompressor());
      case LZO -> airlift(new LzoDecompressor());
      case LZ4 -> airlift(new Lz4Decompressor());
      case ZSTD -> (in, from, length, out) -> unzstd(in, from, length, out, path);
      case BROTLI ->
          throw new FailureException(
              FailureKind.INPUT_BAD_FILE,
              "ORC's codec " + kind + " is not read",
              path,
              "write the file with zstd, zlib, snappy, lz4, lzo or none");
    };
  }

  private static ChunkCodec airlift(Decompressor decompressor) {
    return (in, from, length, out) -> decompressor.decompress(in, from, length, out, 0, out.length);
  }

  private static ChunkCodec inflate(Inflater inflater) {
    return (in, from, length, out) -> {
      inflater.reset();
      inflater.setInput(in, from, length);
      int count = 0;
      while (!inflater.finished()) {
        int more = inflate(inflater, out, count);
        if (more == 0 && !inflater.finished()) {
          throw new BadPageException("a chunk of deflated data that does not end");
        }
        count += more;
      }
      return count;
    };
  }

  private static int inflate(Inflater inflater, byte[] out, int at) {
    try {
      return inflater.inflate(out, at, out.length - at);
    } catch (DataFormatException e) {
      throw new BadPageException("a chunk is no deflated data: " + e.getMessage(), e);
    }
  }

  private static int unzstd(byte[] in, int from, int length, byte[] out, String path) {
    try {
      long count = Zstd.decompressByteArray(out, 0, out.length, in, from, length);
      if (Zstd.isError(count)) {
        throw new BadPageException("a chunk of zstd: " + Zstd.getErrorName(count));
      }
      return (int) count;
    } catch (LinkageError e) {
      throw new FailureException(
          new Failure(
              FailureKind.INPUT_BAD_FILE,
              "zstd's native library cannot be loaded here: " + e,
              path,
              "give the processes a folder for temporary files that may hold programs"),
          e);
    }
  }
}
