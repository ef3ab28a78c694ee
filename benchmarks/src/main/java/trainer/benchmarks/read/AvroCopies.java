package trainer.benchmarks.read;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BlockIndex;
import trainer.core.input.Examples;
import trainer.core.input.LabelRule;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;

/** The first records of an input as Avro container files, and their reading by Avro itself. */
final class AvroCopies {
  static final Map<String, CodecFactory> CODECS =
      Map.of(
          "null", CodecFactory.nullCodec(),
          "snappy", CodecFactory.snappyCodec(),
          "zstandard", CodecFactory.zstandardCodec(3),
          "deflate", CodecFactory.deflateCodec(1));

  private static final int RECORDS = 200_000;
  private static final int SYNC_INTERVAL = 1 << 18;
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "label", "type": "int"},
        {"name": "indices", "type": {"type": "array", "items": "long"}},
        {"name": "values", "type": {"type": "array", "items": "float"}}]}
      """;

  private AvroCopies() {}

  static void write(String input, String codec, Path to) throws IOException {
    Configuration hadoop = new Configuration(false);
    Settings settings = Settings.of(Map.of());
    BlockIndex blocks = new InputIndexer(hadoop, settings).index(input).blocks();
    Schema schema = new Schema.Parser().parse(SCHEMA);
    GenericRecord row = new GenericData.Record(schema);
    int written = 0;
    try (BlockReader reader =
            new BlockReader(hadoop, settings, LabelRule.ANY, TableEncoding::unscaled);
        DataFileWriter<GenericRecord> file =
            new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      file.setCodec(CODECS.get(codec));
      file.setSyncInterval(SYNC_INTERVAL);
      file.create(schema, to.toFile());
      for (int b = 0; b < blocks.size() && written < RECORDS; b++) {
        Examples some = reader.read(blocks.fileOf(b), blocks.block(b)).examples();
        for (int i = 0; i < some.records(); i++, written++) {
          row.put("label", (int) some.labels()[i]);
          row.put("indices", new Slice<>(some, i, j -> some.keys()[j]));
          row.put("values", new Slice<>(some, i, j -> valueOf(some, j)));
          file.append(row);
        }
      }
    }
  }

  private static float valueOf(Examples some, int at) {
    return some.values() == null ? 1f : some.values()[at];
  }

  /** Reads the file as generic records, reusing one object; returns their number. */
  static long readGeneric(Path path) throws IOException {
    long records = 0;
    File file = path.toFile();
    try (DataFileReader<GenericRecord> reader =
        new DataFileReader<>(file, new GenericDatumReader<>())) {
      GenericRecord record = null;
      while (reader.hasNext()) {
        record = reader.next(record);
        records++;
      }
    }
    return records;
  }

  /** The elements of one record, as a list. */
  private static final class Slice<T> extends AbstractList<T> {
    /** Access to one element among those of all records. */
    @FunctionalInterface
    interface Element<T> {
      T at(int index);
    }

    private final int from;
    private final int size;
    private final Element<T> element;

    Slice(Examples of, int record, Element<T> element) {
      this.from = of.starts()[record];
      this.size = of.starts()[record + 1] - from;
      this.element = element;
    }

    @Override
    public T get(int index) {
      return element.at(from + index);
    }

    @Override
    public int size() {
      return size;
    }
  }
}
