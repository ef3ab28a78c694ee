package trainer.benchmarks.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.storage.ql.exec.vector.BytesColumnVector;
import org.apache.orc.storage.ql.exec.vector.ColumnVector;
import org.apache.orc.storage.ql.exec.vector.LongColumnVector;
import org.apache.orc.storage.ql.exec.vector.VectorizedRowBatch;

/** Writes the table of {@link TableFile} as ORC with zstd. */
final class OrcTableFile {
  private OrcTableFile() {}

  /**
   * Writes it.
   *
   * @param different as in {@link TableFile#write}
   */
  static void write(Path path, int rows, boolean hasDictionary, int different) throws IOException {
    TypeDescription schema = schema();
    Configuration options = new Configuration(false);
    options.set("fs.defaultFS", "file:///");
    options.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    options.setBoolean("fs.file.impl.disable.cache", true);
    options.set("orc.dictionary.key.threshold", hasDictionary ? "0.8" : "0");
    VectorizedRowBatch batch = schema.createRowBatch();
    TableFile.Rows values = new TableFile.Rows(different);
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(path.toUri()),
            OrcFile.writerOptions(options).setSchema(schema).compress(CompressionKind.ZSTD))) {
      for (int r = 0; r < rows; r++) {
        values.next();
        put(values, batch, batch.size++);
        if (batch.size == batch.getMaxSize() || r == rows - 1) {
          writer.addRowBatch(batch);
          batch.reset();
        }
      }
    }
  }

  private static TypeDescription schema() {
    TypeDescription schema = TypeDescription.createStruct();
    schema.addField("label", TypeDescription.createInt());
    for (int i = 0; i < TableFile.NUMBERS; i++) {
      schema.addField("i" + i, TypeDescription.createInt());
    }
    for (int i = 0; i < TableFile.TEXTS; i++) {
      schema.addField("c" + i, TypeDescription.createString());
    }
    return schema;
  }

  private static void put(TableFile.Rows values, VectorizedRowBatch batch, int row) {
    ((LongColumnVector) batch.cols[0]).vector[row] = values.label;
    for (int i = 0; i < TableFile.NUMBERS; i++) {
      LongColumnVector column = (LongColumnVector) batch.cols[1 + i];
      if (values.numbers[i] == null) {
        setNull(column, row);
      } else {
        column.vector[row] = values.numbers[i];
      }
    }
    for (int i = 0; i < TableFile.TEXTS; i++) {
      BytesColumnVector column = (BytesColumnVector) batch.cols[1 + TableFile.NUMBERS + i];
      if (values.texts[i] == null) {
        setNull(column, row);
      } else {
        column.setVal(row, values.texts[i].getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private static void setNull(ColumnVector column, int row) {
    column.noNulls = false;
    column.isNull[row] = true;
  }
}
