package trainer.avro.state;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.avro.FormatVersion;
import trainer.avro.record.JournalEntry;
import trainer.core.fact.Fact;

/**
 * Writes one segment of the journal as an Avro container file. Not thread-safe.
 *
 * <p>{@link #flush} ends an Avro block, so that what was appended before it can be read back once
 * the stream below has been flushed to its storage; that flush is the caller's.
 */
public final class JournalWriter implements Closeable {
  static final int FORMAT_VERSION = 1;

  private final DataFileWriter<JournalEntry> writer =
      new DataFileWriter<>(new SpecificDatumWriter<>(JournalEntry.class));

  /** Begins a segment in {@code out}, which {@link #close} closes. */
  public JournalWriter(OutputStream out) throws IOException {
    FormatVersion.put(writer, FORMAT_VERSION);
    writer.setCodec(CodecFactory.nullCodec());
    writer.create(JournalEntry.getClassSchema(), out);
  }

  /** Appends a fact under its number. */
  public void append(long number, Fact fact) throws IOException {
    JournalEntry entry = new JournalEntry(number, FactCodec.encode(fact), 0);
    entry.setChecksum(EntryChecksum.of(entry));
    writer.append(entry);
  }

  /** Hands everything appended so far to the stream below. */
  public void flush() throws IOException {
    writer.flush();
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
