package trainer.avro.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.CRC32C;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.avro.record.JournalEntry;

/** CRC-32C over the binary encoding of an entry's number and fact. */
final class EntryChecksum {
  private static final Schema FACT = JournalEntry.getClassSchema().getField("fact").schema();

  private EntryChecksum() {}

  static int of(JournalEntry entry) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
      BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
      encoder.writeLong(entry.getNumber());
      new SpecificDatumWriter<>(FACT).write(entry.getFact(), encoder);
      encoder.flush();
      CRC32C crc = new CRC32C();
      crc.update(bytes.toByteArray());
      return (int) crc.getValue();
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
  }
}
