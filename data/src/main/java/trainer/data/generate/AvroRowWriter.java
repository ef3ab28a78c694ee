package trainer.data.generate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Writes an Avro container of snappy blocks (whose checksums detect every flipped bit) with a fixed
 * number of records each. The sync marker is a parameter, so that equal records make equal files.
 */
final class AvroRowWriter implements RowWriter {
  /** Records per container block. */
  static final int BLOCK_RECORDS = 250;

  /** Very wide records make smaller blocks, since Avro allocates this much memory. */
  private static final int SYNC_INTERVAL = 1 << 20;

  private static final String RECORD =
      """
      {"type": "record", "name": "Row", "namespace": "trainer.data", "fields": [
        {"name": "label", "type": "int"},
        {"name": "indices", "type": {"type": "array", "items": "long"}}%s]}
      """;
  private static final String VALUES =
      """
      ,
        {"name": "values", "type": {"type": "array", "items": "float"}}""";

  private final DataFileWriter<Object> file;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
  private int inBlock;

  AvroRowWriter(OutputStream out, boolean ones, byte[] sync) throws IOException {
    Schema schema = new Schema.Parser().parse(RECORD.formatted(ones ? "" : VALUES));
    file = new DataFileWriter<>(new GenericDatumWriter<>(schema));
    file.setCodec(CodecFactory.snappyCodec());
    file.setSyncInterval(SYNC_INTERVAL);
    file.create(schema, out, sync);
  }

  @Override
  public void write(Row row) throws IOException {
    bytes.reset();
    encoder.writeInt(row.label);
    encoder.writeArrayStart();
    encoder.setItemCount(row.indices.length);
    for (long index : row.indices) {
      encoder.writeLong(index);
    }
    encoder.writeArrayEnd();
    if (row.units != null) {
      encoder.writeArrayStart();
      encoder.setItemCount(row.units.length);
      for (int i = 0; i < row.units.length; i++) {
        encoder.writeFloat(row.value(i));
      }
      encoder.writeArrayEnd();
    }
    encoder.flush();
    file.appendEncoded(ByteBuffer.wrap(bytes.toByteArray()));
    if (++inBlock == BLOCK_RECORDS) {
      file.sync();
      inBlock = 0;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
