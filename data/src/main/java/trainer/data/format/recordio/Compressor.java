package trainer.data.format.recordio;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorInputStream;

/** Opens the compressed bytes of a chunk. */
@FunctionalInterface
interface Compressor {
  InputStream open(InputStream compressed) throws IOException;

  /** The codec of a number in a header; null if there is none. */
  static Compressor of(int compressor) {
    return switch (compressor) {
      case 0 -> compressed -> compressed;
      case 1 -> FramedSnappyCompressorInputStream::new;
      case 2 -> GZIPInputStream::new;
      default -> null;
    };
  }

  /** The bytes of a chunk as a stream. */
  static InputStream stream(byte[] bytes, int count) {
    return new ByteArrayInputStream(bytes, 0, count);
  }
}
