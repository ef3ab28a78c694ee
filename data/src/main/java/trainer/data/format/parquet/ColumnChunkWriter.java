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
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;

/**
 * The values of one column of a row group, in data pages compressed by Zstandard. They are held in
 * memory until the row group ends, since the chunks of its columns stand one behind the other.
 *
 * <p>Values are PLAIN. Texts have a dictionary, as long as it is small and texts repeat.
 *
 * <p>A definition level says for each value of an optional column whether it is there: 1 or 0, in
 * runs of equal levels.
 */
final class ColumnChunkWriter {
  /** The bytes of values with which a page is full. */
  private static final int PAGE = 1 << 20;

  private final ParquetWriter.Column column;
  private final DictionaryBuilder dictionary = new DictionaryBuilder();

  /** Whether the next texts are numbers of the dictionary. */
  private boolean isNumbering;

  /** Whether a page has numbers of the dictionary. */
  private boolean hasDictionary;

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
    this.isNumbering = hasTexts();
  }

  private boolean hasTexts() {
    return column.kind() == ParquetWriter.Kind.TEXT;
  }

  void putNull() {
    level(false);
    endValue();
  }

  void putText(byte[] bytes, int from, int to) {
    level(true);
    if (isNumbering) {
      dictionary.add(bytes, from, to);
    } else {
      DictionaryBuilder.putText(bytes, from, to, values);
    }
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
    if (values.size() + dictionary.plainBytes() >= PAGE || inPage == PAGE) {
      endPage();
    }
  }

  private void endPage() {
    if (inPage == 0) {
      return;
    }
    endFlags();
    boolean isNumbered = endNumbers();
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
        new DataPageHeader(
            inPage,
            isNumbered ? Encoding.RLE_DICTIONARY : Encoding.PLAIN,
            Encoding.RLE,
            Encoding.RLE));
    uncompressed += write(header, pages) + page.size();
    pages.writeBytes(compressed);
    inChunk += inPage;
    inPage = 0;
    values.reset();
    levels.reset();
  }

  /**
   * Puts the texts of the page as numbers of the dictionary, or as they are if they hardly repeat.
   *
   * @return whether they are numbers
   */
  private boolean endNumbers() {
    if (!isNumbering) {
      return false;
    }
    boolean isNumbered = hasDictionary || !dictionary.isUseless();
    if (isNumbered) {
      dictionary.putNumbers(values);
    } else {
      dictionary.putPlain(values);
      dictionary.clear();
    }
    hasDictionary = isNumbered;
    isNumbering = isNumbered && !dictionary.isFull();
    dictionary.clearPage();
    return isNumbered;
  }

  /** Writes a page's header, and returns its length. */
  private static int write(PageHeader header, ByteArrayOutputStream out) {
    int before = out.size();
    try {
      Util.writePageHeader(header, out);
    } catch (IOException e) {
      throw new IllegalStateException(e); // memory does not fail so
    }
    return out.size() - before;
  }

  /** The dictionary page; empty without one. */
  private byte[] dictionaryPage() {
    if (!hasDictionary) {
      return new byte[0];
    }
    byte[] texts = dictionary.texts();
    byte[] compressed = Zstd.compress(texts);
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, texts.length, compressed.length);
    header.setDictionary_page_header(new DictionaryPageHeader(dictionary.size(), Encoding.PLAIN));
    ByteArrayOutputStream page = new ByteArrayOutputStream(compressed.length + 32);
    uncompressed += write(header, page) + texts.length;
    page.writeBytes(compressed);
    return page.toByteArray();
  }

  /** The bytes that its values take in memory. */
  long bytes() {
    return (long) pages.size() + values.size() + dictionary.bytes() + dictionary.plainBytes();
  }

  /**
   * Writes the chunk, and begins the next one.
   *
   * @param at where it begins in the file
   * @return what the footer says of it
   */
  ColumnChunk writeTo(OutputStream out, long at) throws IOException {
    endPage();
    byte[] texts = dictionaryPage();
    out.write(texts);
    pages.writeTo(out);
    ColumnMetaData data =
        new ColumnMetaData(
            column.type(),
            hasDictionary
                ? List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY)
                : List.of(Encoding.PLAIN, Encoding.RLE),
            List.of(column.name()),
            CompressionCodec.ZSTD,
            inChunk,
            uncompressed,
            (long) texts.length + pages.size(),
            at + texts.length);
    if (hasDictionary) {
      data.setDictionary_page_offset(at);
    }
    pages.reset();
    dictionary.clear();
    hasDictionary = false;
    isNumbering = hasTexts();
    inChunk = 0;
    uncompressed = 0;
    ColumnChunk chunk = new ColumnChunk(at);
    chunk.setMeta_data(data);
    return chunk;
  }
}
