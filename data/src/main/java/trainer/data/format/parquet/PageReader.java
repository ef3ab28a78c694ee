package trainer.data.format.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.encoding.PageBytes;
import trainer.data.format.encoding.WindowInput;

/**
 * Reads the pages of a column chunk in order: {@link #next}, then {@link #body} or {@link #pass}.
 * Memory is bounded by the largest page that is allowed. Confined to one thread.
 */
final class PageReader {
  /** The bytes of a header, whose statistics may have long texts. */
  private static final int MOST_HEADER = 1 << 22;

  private final WindowInput in;
  private final PageCodec codec;
  private final int mostBytes;
  private final String where;
  private PageHeader header;
  private byte[] page = new byte[0];

  /** The place of the present page in the file. */
  private long offset;

  /**
   * @param mostBytes the most bytes of a page
   * @param where file and column, for messages
   */
  PageReader(WindowInput in, PageCodec codec, int mostBytes, String where) {
    this.in = in;
    this.codec = codec;
    this.mostBytes = mostBytes;
    this.where = where;
  }

  /** The place of the present page in the file. */
  long offset() {
    return offset;
  }

  /**
   * Reads the header of the next page.
   *
   * @throws FailureException RECORD_TOO_LARGE
   * @throws BadPageException for a header that cannot be true
   */
  PageHeader next() {
    offset = in.position();
    TConfiguration limits = new TConfiguration();
    limits.setMaxMessageSize(MOST_HEADER);
    header = new PageHeader();
    try {
      header.read(new TCompactProtocol(new TIOStreamTransport(limits, in)));
    } catch (TException e) {
      throw new BadPageException("its header is damaged: " + e.getMessage(), e);
    }
    int packed = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    if (packed < 0 || size < 0) {
      throw new BadPageException("it has " + packed + " bytes, " + size + " uncompressed");
    }
    if (Math.max(packed, size) > mostBytes) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a page of " + Math.max(packed, size) + " bytes, more than " + mostBytes,
          where + ", page at byte " + offset,
          "raise trainer.input.max-record-bytes, or write smaller pages");
    }
    return header;
  }

  /** Passes over the body of the page. */
  void pass() {
    in.pass(header.getCompressed_page_size());
  }

  /** The uncompressed body of the page, valid until the next call. */
  PageBytes body() {
    int packed = header.getCompressed_page_size();
    int size = header.getUncompressed_page_size();
    int from = in.take(packed);
    if (header.isSetCrc()) {
      requireChecksum(from, packed);
    }
    if (page.length < size + PageBytes.SPARE) {
      page = new byte[size + PageBytes.SPARE];
    }
    // The levels of a page of the second version are not compressed.
    int plain = header.getType() == PageType.DATA_PAGE_V2 ? levels(packed, size) : 0;
    System.arraycopy(in.array(), from, page, 0, plain);
    if (isCompressed()) {
      decompress(from + plain, packed - plain, plain, size - plain);
    } else if (packed == size) {
      System.arraycopy(in.array(), from + plain, page, plain, size - plain);
    } else {
      throw new BadPageException(packed + " bytes uncompressed, " + size + " announced");
    }
    return new PageBytes(page, 0, size);
  }

  private int levels(int packed, int size) {
    DataPageHeaderV2 data = header.getData_page_header_v2();
    long levels =
        (long) data.getRepetition_levels_byte_length() + data.getDefinition_levels_byte_length();
    if (data.getRepetition_levels_byte_length() != 0
        || levels < 0
        || levels > Math.min(packed, size)) {
      throw new BadPageException("its levels have " + levels + " bytes");
    }
    return (int) levels;
  }

  private boolean isCompressed() {
    return header.getType() != PageType.DATA_PAGE_V2
        || !header.getData_page_header_v2().isSetIs_compressed()
        || header.getData_page_header_v2().isIs_compressed();
  }

  private void decompress(int from, int length, int at, int most) {
    if (most == 0) {
      // Some writers leave out the data of a page of NULLs, and some compress them.
      return;
    }
    try {
      int count = codec.decompress(in.array(), from, length, page, at, most);
      if (count != most) {
        throw new BadPageException("it has other than the " + most + " bytes announced");
      }
    } catch (FailureException | BadPageException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new BadPageException("it cannot be decompressed: " + e.getMessage(), e);
    }
  }

  private void requireChecksum(int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(in.array(), from, length);
    if ((int) crc.getValue() != header.getCrc()) {
      throw new BadPageException("its checksum does not match");
    }
  }
}
