package trainer.avro.state;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import trainer.avro.FormatVersion;
import trainer.avro.record.JournalEntry;
import trainer.core.fact.Entry;
import trainer.core.id.Term;

/**
 * Reads one segment of the journal, checking every byte before decoding it. Not thread-safe.
 *
 * <p>A tail that was never written whole is left out ({@link #isTorn} is then true). Damage is
 * refused as JOURNAL_DAMAGED, with the file, the byte, and the two checksums.
 */
public final class JournalReader implements Closeable {
  private static final String OURS = JournalEntry.getClassSchema().toString();

  private final SegmentInput file;
  private final int snapshot;
  private final long through;
  private Schema schema;
  private SpecificDatumReader<JournalEntry> entries;
  private final EntrySkipper skipping = new EntrySkipper();
  private BinaryDecoder decoding;
  private long left;
  private int at;
  private long read;
  private long last;

  /**
   * Opens a segment.
   *
   * @param where the file, for messages
   */
  public JournalReader(InputStream in, String where) throws IOException {
    file = new SegmentInput(in, where);
    if (file.isTorn()) {
      snapshot = 0;
      through = 0;
      return;
    }
    FormatVersion.check(file.text(FormatVersion.KEY), JournalWriter.FORMAT_VERSION, where);
    snapshot = (int) file.number(JournalWriter.SNAPSHOT);
    through = file.number(JournalWriter.THROUGH);
    last = snapshot == 0 ? through : 0;
    schema = schema(file.schema());
    entries = new SpecificDatumReader<>(schema, JournalEntry.getClassSchema());
  }

  private static Schema schema(String text) {
    return text.equals(OURS) ? JournalEntry.getClassSchema() : new Schema.Parser().parse(text);
  }

  /** How many entries the segment's snapshot has; 0 while not even the header is whole. */
  public int snapshot() {
    return snapshot;
  }

  /** The number of the last entry that the snapshot replaces. */
  public long through() {
    return through;
  }

  /** Whether the segment ends inside its header or a block; valid once its end was read. */
  public boolean isTorn() {
    return file.isTorn();
  }

  /**
   * Whether the snapshot has been read whole, so that this segment replaces every older one; valid
   * once the segment's end was read.
   */
  public boolean isWhole() {
    return schema != null && read >= snapshot;
  }

  /** The next entry, or null at the end of the whole blocks. */
  public Entry next() throws IOException {
    while (left == 0) {
      if (!file.nextBlock()) {
        return null;
      }
      left = file.count();
      at = file.dataBegin();
    }
    Entry entry = readEntry();
    left--;
    if (left == 0) {
      if (at != file.dataEnd()) {
        throw file.damaged(file.offsetOf(at), "bytes follow the last entry of a block", "", "");
      }
    }
    return entry;
  }

  private Entry readEntry() throws IOException {
    int from = at;
    at = check(from);
    decoding = DecoderFactory.get().binaryDecoder(file.bytes(), from, at - from, decoding);
    JournalEntry entry = entries.read(null, decoding);
    requireNextNumber(entry.getNumber(), from);
    return new Entry(
        entry.getNumber(), new Term(entry.getTerm()), FactCodec.decode(entry.getFact()));
  }

  /** The end of the entry; fails unless its checksum is right. */
  private int check(int from) {
    try {
      EntrySkipper skipper = skipping.to(file.bytes(), from, file.dataEnd());
      List<Schema.Field> fields = schema.getFields();
      for (Schema.Field field : fields.subList(0, fields.size() - 1)) {
        skipper.skip(field.schema());
      }
      int found = JournalWriter.checksum(file.bytes(), from, skipper.position());
      long expected = skipper.readLong();
      if (found != expected) {
        throw file.damaged(
            file.offsetOf(from),
            "a journal entry does not match its checksum",
            String.format("%08x", (int) expected),
            String.format("%08x", found));
      }
      return skipper.position();
    } catch (EntrySkipper.Malformed e) {
      throw file.damaged(file.offsetOf(from), "a journal entry holds " + e.getMessage(), "", "");
    }
  }

  private void requireNextNumber(long number, int from) {
    boolean inSnapshot = read < snapshot;
    boolean fits = inSnapshot ? number > last && number <= through : number == last + 1;
    if (!fits) {
      throw file.damaged(
          file.offsetOf(from),
          "entry " + number + " follows entry " + last + " of a snapshot through " + through,
          "",
          "");
    }
    read++;
    last = read == snapshot ? through : number;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
