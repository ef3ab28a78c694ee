package trainer.data.format.recordio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorOutputStream;

/** A writer of RecordIO files, after the layout of PaddlePaddle's Go writer. */
final class Chunks {
  static final int PLAIN = 0;
  static final int SNAPPY = 1;
  static final int GZIP = 2;

  private final ByteArrayOutputStream file = new ByteArrayOutputStream();

  /** A file of chunks of so many records. */
  static byte[] file(List<byte[]> records, int perChunk, int compressor) {
    Chunks chunks = new Chunks();
    for (int i = 0; i < records.size(); i += perChunk) {
      chunks.add(records.subList(i, Math.min(records.size(), i + perChunk)), compressor);
    }
    return chunks.bytes();
  }

  Chunks add(List<byte[]> records, int compressor) {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    for (byte[] record : records) {
      raw.writeBytes(ints(record.length));
      raw.writeBytes(record);
    }
    return add(compressed(raw.toByteArray(), compressor), compressor, records.size());
  }

  /** Adds a chunk of any bytes with their checksum. */
  Chunks add(byte[] compressed, int compressor, int records) {
    CRC32 crc = new CRC32();
    crc.update(compressed);
    file.writeBytes(ints(0x01020304, (int) crc.getValue(), compressor, compressed.length, records));
    file.writeBytes(compressed);
    return this;
  }

  byte[] bytes() {
    return file.toByteArray();
  }

  static byte[] ints(int... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return bytes.array();
  }

  static byte[] compressed(byte[] raw, int compressor) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (compressor) {
          case SNAPPY -> new FramedSnappyCompressorOutputStream(bytes);
          case GZIP -> new GZIPOutputStream(bytes);
          default -> bytes;
        }) {
      out.write(raw);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
