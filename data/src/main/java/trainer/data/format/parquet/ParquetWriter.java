package trainer.data.format.parquet;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/**
 * A Parquet file of flat rows: required numbers of 32 bits, and optional values of other kinds.
 * Values are PLAIN, repeated texts numbers of a dictionary, and all compressed by Zstandard, so
 * that every reader of Parquet takes them. Memory is bounded by a row group. Not thread-safe.
 */
public final class ParquetWriter implements Closeable {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** The compressed bytes with which a row group is full. */
  private static final long GROUP = 16L << 20;

  /** The kind of a column's values. */
  public enum Kind {
    TEXT(Type.BYTE_ARRAY),
    INT(Type.INT32),
    FLOAT(Type.FLOAT),
    LONG(Type.INT64),
    DOUBLE(Type.DOUBLE),
    BOOLEAN(Type.BOOLEAN);

    private final Type type;

    Kind(Type type) {
      this.type = type;
    }
  }

  /** A column. Values other than INT and FLOAT may be null. */
  public record Column(String name, Kind kind) {
    boolean isOptional() {
      return kind != Kind.INT && kind != Kind.FLOAT;
    }

    Type type() {
      return kind.type;
    }

    private SchemaElement schema() {
      SchemaElement element = new SchemaElement(name);
      element.setType(type());
      element.setRepetition_type(
          isOptional() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
      if (kind == Kind.TEXT) {
        element.setConverted_type(ConvertedType.UTF8);
        element.setLogicalType(LogicalType.STRING(new StringType()));
      }
      return element;
    }
  }

  private final OutputStream out;
  private final List<Column> columns;
  private final List<ColumnChunkWriter> chunks = new ArrayList<>();
  private final List<RowGroup> groups = new ArrayList<>();
  private long at;
  private long inGroup;
  private long rows;

  /** Begins a file; closes the stream with it. */
  public ParquetWriter(OutputStream out, List<Column> columns) throws IOException {
    this.out = out;
    this.columns = List.copyOf(columns);
    columns.forEach(column -> chunks.add(new ColumnChunkWriter(column)));
    out.write(MAGIC);
    at = MAGIC.length;
  }

  /** Puts NULL. */
  public void putNull(int column) {
    chunks.get(column).putNull();
  }

  /** Puts a text of UTF-8. */
  public void putText(int column, byte[] bytes, int from, int to) {
    chunks.get(column).putText(bytes, from, to);
  }

  /** Puts a whole number, or the bits of a float. */
  public void putNumber(int column, int bits) {
    chunks.get(column).putNumber(bits);
  }

  /** Puts a whole number, or the bits of a double, of 64 bits. */
  public void putLong(int column, long bits) {
    chunks.get(column).putLong(bits);
  }

  /** Puts a boolean. */
  public void putBoolean(int column, boolean value) {
    chunks.get(column).putBoolean(value);
  }

  /** Ends a row, of which each column has its value. */
  public void endRow() throws IOException {
    inGroup++;
    if (chunks.stream().mapToLong(ColumnChunkWriter::bytes).sum() >= GROUP) {
      endGroup();
    }
  }

  private void endGroup() throws IOException {
    List<ColumnChunk> written = new ArrayList<>();
    long uncompressed = 0;
    for (ColumnChunkWriter chunk : chunks) {
      ColumnChunk one = chunk.writeTo(out, at);
      at += one.getMeta_data().getTotal_compressed_size();
      uncompressed += one.getMeta_data().getTotal_uncompressed_size();
      written.add(one);
    }
    groups.add(new RowGroup(written, uncompressed, inGroup));
    rows += inGroup;
    inGroup = 0;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (inGroup > 0) {
        endGroup();
      }
      List<SchemaElement> schema = new ArrayList<>();
      SchemaElement root = new SchemaElement("row");
      root.setNum_children(columns.size());
      schema.add(root);
      columns.forEach(column -> schema.add(column.schema()));
      FileMetaData footer = new FileMetaData(1, schema, rows, groups);
      footer.setCreated_by("trainer");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Util.writeFileMetaData(footer, bytes);
      bytes.writeTo(out);
      for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
        out.write(bytes.size() >>> shift);
      }
      out.write(MAGIC);
    }
  }
}
