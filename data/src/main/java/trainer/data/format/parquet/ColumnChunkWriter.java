package trainer.data.format.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * The values of one column of a row group, in PLAIN data pages compressed by Zstandard. They are
 * held in memory until the row group ends, since the chunks of its columns stand one behind the
 * other.
 *
 * <p>A definition level says for each value of an optional column whether it is there: 1 or 0, in
 * runs of equal levels.
 */
final class ColumnChunkWriter {
  /** The bytes of values with which a page is full. */
  private static final int PAGE = 1 << 20;

  private final ParquetWriter.Column column;
  private final ByteArrayOutputStream values = new ByteArrayOutputStream();
  private final ByteArrayOutputStream levels = new ByteArrayOutputStream();
  private final ByteArrayOutputStream pages = new ByteArrayOutputStream();
  private int inPage;
  private int flags;
  private int flagCount;
  private int runLength;
  private boolean isRunThere;
  private long inChunk;
  private long uncompressed;

  ColumnChunkWriter(ParquetWriter.Column column) {
    this.column = column;
  }

  void putNull() {
    level(false);
    endValue();
  }

  void putText(byte[] bytes, int from, int to) {
    level(true);
    putInt(to - from);
    values.write(bytes, from, to - from);
    endValue();
  }

  /** Puts a whole number, or the bits of a float. */
  void putNumber(int bits) {
    level(true);
    putInt(bits);
    endValue();
  }

  /** Puts a whole number, or the bits of a double. */
  void putLong(long bits) {
    level(true);
    putInt((int) bits);
    putInt((int) (bits >>> Integer.SIZE));
    endValue();
  }

  /** Puts a boolean; eight of them share a byte, the first as its lowest bit. */
  void putBoolean(boolean value) {
    level(true);
    flags |= value ? 1 << flagCount : 0;
    if (++flagCount == Byte.SIZE) {
      endFlags();
    }
    endValue();
  }

  private void endFlags() {
    if (flagCount > 0) {
      values.write(flags);
      flags = 0;
      flagCount = 0;
    }
  }

  private void putInt(int bits) {
    values.write(bits);
    values.write(bits >>> 8);
    values.write(bits >>> 16);
    values.write(bits >>> 24);
  }

  private void level(boolean isThere) {
    if (!column.isOptional()) {
      return;
    }
    if (runLength > 0 && isThere != isRunThere) {
      endRun();
    }
    isRunThere = isThere;
    runLength++;
  }

  /** Writes a run of equal levels: its length times two as a varint, and the level in a byte. */
  private void endRun() {
    for (int left = runLength << 1; ; left >>>= 7) {
      levels.write(left < 0x80 ? left : (left & 0x7f) | 0x80);
      if (left < 0x80) {
        break;
      }
    }
    levels.write(isRunThere ? 1 : 0);
    runLength = 0;
  }

  private void endValue() {
    inPage++;
    if (values.size() >= PAGE || inPage == PAGE) {
      endPage();
    }
  }

  private void endPage() {
    if (inPage == 0) {
      return;
    }
    endFlags();
    ByteArrayOutputStream page = new ByteArrayOutputStream(values.size() + 16);
    if (column.isOptional()) {
      endRun();
      int length = levels.size();
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        page.write(length >>> shift);
      }
      page.writeBytes(levels.toByteArray());
    }
    page.writeBytes(values.toByteArray());
    byte[] compressed = Zstd.compress(page.toByteArray());
    PageHeader header = new PageHeader(PageType.DATA_PAGE, page.size(), compressed.length);
    header.setData_page_header(
        new DataPageHeader(inPage, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
    int before = pages.size();
    try {
      Util.writePageHeader(header, pages);
    } catch (IOException e) {
      throw new IllegalStateException(e); // memory does not fail so
    }
    uncompressed += pages.size() - before + page.size();
    pages.writeBytes(compressed);
    inChunk += inPage;
    inPage = 0;
    values.reset();
    levels.reset();
  }

  /** The bytes that its values take in memory. */
  long bytes() {
    return (long) pages.size() + values.size();
  }

  /**
   * Writes the chunk, and begins the next one.
   *
   * @param at where it begins in the file
   * @return what the footer says of it
   */
  ColumnChunk writeTo(OutputStream out, long at) throws IOException {
    endPage();
    pages.writeTo(out);
    ColumnMetaData data =
        new ColumnMetaData(
            column.type(),
            List.of(Encoding.PLAIN, Encoding.RLE),
            List.of(column.name()),
            CompressionCodec.ZSTD,
            inChunk,
            uncompressed,
            pages.size(),
            at);
    pages.reset();
    inChunk = 0;
    uncompressed = 0;
    ColumnChunk chunk = new ColumnChunk(at);
    chunk.setMeta_data(data);
    return chunk;
  }
}
