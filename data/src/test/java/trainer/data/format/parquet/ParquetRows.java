package trainer.data.format.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import trainer.data.Input;

/** Writes rows to a Parquet file, with the writer of parquet-hadoop. */
final class ParquetRows implements AutoCloseable {
  private final MessageType schema;
  private final ParquetWriter<Group> writer;

  /**
   * @param columns the schema without its frame, such as {@code required int32 a;}
   */
  ParquetRows(Path path, String columns, UnaryOperator<ExampleParquetWriter.Builder> options)
      throws IOException {
    schema = MessageTypeParser.parseMessageType("message rows { " + columns + " }");
    writer =
        options
            .apply(
                ExampleParquetWriter.builder(new LocalOutputFile(path))
                    .withConf(Input.hadoop())
                    .withType(schema))
            .build();
  }

  static UnaryOperator<ExampleParquetWriter.Builder> plain() {
    return builder -> builder;
  }

  /** Small pages, so that a few thousand rows have many of them. */
  static UnaryOperator<ExampleParquetWriter.Builder> of(
      CompressionCodecName codec, WriterVersion version, boolean hasDictionary) {
    return builder ->
        builder
            .withCompressionCodec(codec)
            .withWriterVersion(version)
            .withDictionaryEncoding(hasDictionary)
            .withPageSize(2000)
            .withPageRowCountLimit(300);
  }

  ParquetRows row(Consumer<Group> fields) throws IOException {
    Group row = new SimpleGroup(schema);
    fields.accept(row);
    writer.write(row);
    return this;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
