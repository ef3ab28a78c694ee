package trainer.avro.state;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.apache.avro.InvalidAvroMagicException;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.specific.SpecificDatumReader;
import trainer.avro.FormatVersion;
import trainer.avro.record.JournalEntry;
import trainer.core.fact.Fact;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** Reads one segment of the journal, checking every entry. Not thread-safe. */
public final class JournalReader implements Closeable {
  /** A fact and its number. */
  public record Numbered(long number, Fact fact) {}

  private final String where;
  private final DataFileStream<JournalEntry> file;

  /**
   * Opens a segment.
   *
   * @param where the file, for messages
   * @throws EOFException if the segment was created but its header had not been flushed
   */
  public JournalReader(InputStream in, String where) throws IOException {
    this.where = where;
    this.file = open(in, where);
    FormatVersion.check(file, JournalWriter.FORMAT_VERSION, where);
  }

  private static DataFileStream<JournalEntry> open(InputStream in, String where)
      throws IOException {
    try {
      return new DataFileStream<>(in, new SpecificDatumReader<>(JournalEntry.class));
    } catch (InvalidAvroMagicException e) {
      EOFException end = new EOFException(where + " has no header");
      end.initCause(e);
      throw end;
    }
  }

  /** The next fact, or null at the end of the segment. */
  public Numbered next() throws IOException {
    if (!file.hasNext()) {
      return null;
    }
    JournalEntry entry = file.next();
    if (entry.getChecksum() != EntryChecksum.of(entry)) {
      throw new FailureException(
          FailureKind.STORAGE_FAILED,
          "journal entry " + entry.getNumber() + " does not match its checksum",
          where,
          "the file is damaged; restore it or submit the job again");
    }
    return new Numbered(entry.getNumber(), FactCodec.decode(entry.getFact()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
