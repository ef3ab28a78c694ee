package trainer.data.format.orc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.common.type.HiveDecimal;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.DecimalColumnVector;
import org.apache.orc.storage.ql.exec.vector.DoubleColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.apache.orc.storage.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;
import trainer.data.Input;

/** Writes rows to an ORC file, with the writer of orc-core. */
final class OrcRows implements AutoCloseable {
  static {
    // the default is another library, which Trainer does not have
    System.setProperty("orc.compress.lz4.impl", "aircompressor");
  }

  private final Writer writer;
  private final VectorizedRowBatch batch;

  /**
   * @param columns the types of the rows, such as {@code a:int,b:string}
   * @param options keys of ORC's configuration
   */
  OrcRows(Path path, String columns, Map<String, String> options) throws IOException {
    TypeDescription schema = TypeDescription.fromString("struct<" + columns + ">");
    Configuration conf = Input.hadoop();
    options.forEach(conf::set);
    writer =
        org.apache.orc.OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(path.toUri()),
            org.apache.orc.OrcFile.writerOptions(conf).setSchema(schema).overwrite(true));
    batch = schema.createRowBatch(100);
  }

  /** Small chunks, so that a few thousand rows have many of them. */
  static Map<String, String> options(String codec, String version, boolean hasDictionary) {
    return Map.of(
        "orc.compress",
        codec,
        "orc.write.format",
        version,
        "orc.dictionary.key.threshold",
        hasDictionary ? "1" : "0",
        "orc.compress.size",
        "2000",
        "orc.buffer.size.enforce",
        "true");
  }

  /** Stripes of {@code rows} rows, a multiple of 100. */
  static Map<String, String> stripesOf(int rows) {
    return Map.of("orc.stripe.row.count", String.valueOf(rows));
  }

  /** Adds a row; null for a missing value, and for one of a nested column. */
  OrcRows row(Object... values) throws IOException {
    for (int i = 0; i < values.length; i++) {
      put(batch.cols[i], batch.size, values[i]);
    }
    batch.size++;
    if (batch.size == batch.getMaxSize()) {
      flush();
    }
    return this;
  }

  private void flush() throws IOException {
    writer.addRowBatch(batch);
    batch.reset();
  }

  private static void put(ColumnVector column, int row, Object value) {
    if (value == null) {
      column.noNulls = false;
      column.isNull[row] = true;
    } else if (column instanceof LongColumnVector numbers) {
      numbers.vector[row] =
          value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).longValue();
    } else if (column instanceof DoubleColumnVector numbers) {
      numbers.vector[row] = ((Number) value).doubleValue();
    } else if (column instanceof DecimalColumnVector numbers) {
      numbers.set(row, HiveDecimal.create((String) value));
    } else if (column instanceof TimestampColumnVector times) {
      times.set(row, (java.sql.Timestamp) value);
    } else if (column instanceof BytesColumnVector texts) {
      texts.setVal(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (column instanceof StructColumnVector struct) {
      Object[] fields = (Object[]) value;
      for (int i = 0; i < fields.length; i++) {
        put(struct.fields[i], row, fields[i]);
      }
    } else {
      throw new IllegalArgumentException(column.getClass() + " for " + value);
    }
  }

  @Override
  public void close() throws IOException {
    if (batch.size > 0) {
      flush();
    }
    writer.close();
  }
}
