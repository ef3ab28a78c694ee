package trainer.data.format.parquet;

import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.encoding.PageBytes;
import trainer.data.format.encoding.RawValues;
import trainer.data.format.encoding.RunLengthDecoder;
import trainer.data.format.encoding.ValueDecoder;
import trainer.data.format.encoding.ValueEncoding;

/** Reads the rows of a column chunk in order, page by page. Confined to one thread. */
final class ChunkReader {
  private final ParquetColumn column;
  private final PageReader pages;
  private final ColumnBatch batch;
  private final RawValues raw = new RawValues();

  /** The rows of the chunk in pages whose headers are not read yet. */
  private int left;

  /** The rows that are left of the page. */
  private int inPage;

  /** The levels of the page: 0 is NULL. Null where the column has no NULL. */
  private RunLengthDecoder levels;

  private Encoding encoding;
  private PageBytes bytes;

  /** The decoder of the page's values; null until the first of them. */
  private ValueDecoder values;

  private ColumnBatch dictionary;

  private int[] levelsRead = new int[0];

  /** The rows that have a value. */
  private int[] rows = new int[0];

  /**
   * A reader of the rows from the first on.
   *
   * @param batch receives the rows
   */
  ChunkReader(ParquetColumn column, PageReader pages, int rows, ColumnBatch batch) {
    this.column = column;
    this.pages = pages;
    this.left = rows;
    this.batch = batch;
  }

  /** The place of the present page in the file. */
  long offset() {
    return pages.offset();
  }

  /** Reads the next rows to the batch, in place of those it has. */
  void read(int count) {
    if (inPage == 0) {
      nextPage();
    }
    batch.begin(dictionary);
    int done = 0;
    while (done < count) {
      if (inPage == 0) {
        nextPage();
      }
      int taken = Math.min(inPage, count - done);
      readInPage(done, taken, true);
      done += taken;
    }
  }

  /** Passes over the next rows. Pages that have no other are not decompressed. */
  void skip(int count, int batchRows) {
    int rest = count;
    while (rest > 0) {
      if (inPage == 0) {
        int passed = nextPage(rest);
        rest -= passed;
        continue;
      }
      int taken = Math.min(Math.min(inPage, rest), batchRows);
      readInPage(0, taken, false);
      rest -= taken;
    }
  }

  private void readInPage(int from, int count, boolean isWanted) {
    if (rows.length < count) {
      rows = new int[count];
      levelsRead = new int[count];
    }
    int present = count;
    if (levels != null) {
      levels.read(levelsRead, count);
      present = 0;
      for (int i = 0; i < count; i++) {
        rows[present] = from + i;
        present += levelsRead[i];
      }
      if (isWanted) {
        batch.setNulls(from, levelsRead, count);
      }
    } else {
      for (int i = 0; i < count; i++) {
        rows[i] = from + i;
      }
    }
    inPage -= count;
    if (present > 0) {
      readValues(present, isWanted);
    }
  }

  private void readValues(int present, boolean isWanted) {
    if (values == null) {
      values = decoder(encoding, bytes, present + inPage);
    }
    values.read(raw, present);
    if (!isWanted) {
      return;
    }
    if (encoding == Encoding.PLAIN_DICTIONARY || encoding == Encoding.RLE_DICTIONARY) {
      batch.putEntries(raw.entries, rows, present);
    } else {
      batch.put(raw, rows, present);
    }
  }

  private ValueDecoder decoder(Encoding ofValues, PageBytes in, int most) {
    return ValueEncoding.decoder(ofValues, column.physical(), column.length(), in, most);
  }

  private void nextPage() {
    int passed = nextPage(0);
    if (passed != 0) {
      throw new IllegalStateException("a page was passed over");
    }
  }

  /**
   * Begins the next page of rows, or passes over it.
   *
   * @param unwanted how many of the next rows are not wanted
   * @return the rows passed over
   */
  private int nextPage(int unwanted) {
    while (left > 0) {
      PageHeader header = pages.next();
      PageType type = header.getType();
      if (type == PageType.DICTIONARY_PAGE) {
        readDictionary(header.getDictionary_page_header());
      } else if (type == PageType.DATA_PAGE || type == PageType.DATA_PAGE_V2) {
        int count = rowsOf(header);
        left -= count;
        if (count <= unwanted) {
          pages.pass();
          return count;
        }
        if (type == PageType.DATA_PAGE) {
          begin(header.getData_page_header(), count);
        } else {
          begin(header.getData_page_header_v2(), count);
        }
        return 0;
      } else {
        pages.pass();
      }
    }
    throw new BadPageException("the pages have fewer rows than the row group");
  }

  private int rowsOf(PageHeader header) {
    boolean isFirstVersion = header.getType() == PageType.DATA_PAGE;
    if (isFirstVersion ? !header.isSetData_page_header() : !header.isSetData_page_header_v2()) {
      throw new BadPageException("its header lacks a part");
    }
    int count =
        isFirstVersion
            ? header.getData_page_header().getNum_values()
            : header.getData_page_header_v2().getNum_values();
    if (count <= 0 || count > left) {
      throw new BadPageException("it has " + count + " rows, " + left + " are left");
    }
    return count;
  }

  private void readDictionary(DictionaryPageHeader header) {
    PageBytes body = pages.body();
    if (header == null || dictionary != null) {
      throw new BadPageException(
          header == null ? "its header lacks a part" : "a second dictionary");
    }
    int count = header.getNum_values();
    if (count < 0 || count > body.left()) {
      throw new BadPageException(
          "a dictionary of " + count + " values in " + body.left() + " bytes");
    }
    RawValues entries = new RawValues();
    decoder(Encoding.PLAIN, body, count).read(entries, count);
    dictionary = batch.forEntries(count);
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      places[i] = i;
    }
    dictionary.put(entries, places, count);
  }

  private void begin(DataPageHeader header, int count) {
    PageBytes body = pages.body();
    levels = null;
    if (column.isOptional()) {
      if (header.getDefinition_level_encoding() != Encoding.RLE) {
        throw new BadPageException(
            "its levels have the encoding " + header.getDefinition_level_encoding());
      }
      levels = new RunLengthDecoder(body.split(body.takeInt()), 1);
    }
    begin(header.getEncoding(), body, count);
  }

  private void begin(DataPageHeaderV2 header, int count) {
    PageBytes body = pages.body();
    PageBytes own = body.split(header.getDefinition_levels_byte_length());
    levels = column.isOptional() ? new RunLengthDecoder(own, 1) : null;
    begin(header.getEncoding(), body, count);
  }

  private void begin(Encoding ofValues, PageBytes rest, int count) {
    if (ofValues == null) {
      throw new BadPageException("its encoding is unknown");
    }
    encoding = ofValues;
    bytes = rest;
    values = null;
    inPage = count;
  }
}
