package trainer.avro.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.avro.FormatVersion;
import trainer.avro.record.JournalEntry;
import trainer.core.fact.Entry;

/**
 * Encodes one segment of the journal, an Avro container file, piece by piece: the header, then the
 * blocks of the snapshot it begins with, then blocks of entries. The caller stores the pieces in
 * this order. Not thread-safe.
 */
public final class JournalWriter {
  static final int FORMAT_VERSION = 1;

  /** The header's entry: how many entries the snapshot has. */
  static final String SNAPSHOT = "snapshot";

  /** The header's entry: the number of the last entry that the snapshot replaces. */
  static final String THROUGH = "through";

  private static final int FULL_BLOCK = 1 << 18;
  private static final Schema FACT = JournalEntry.getClassSchema().getField("fact").schema();

  private final SpecificDatumWriter<Object> facts = new SpecificDatumWriter<>(FACT);
  private final Bytes data = new Bytes();
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(data, null);
  private final byte[] header;
  private final byte[] marker;

  /**
   * A segment that begins with a snapshot.
   *
   * @param snapshot the number of its entries, which are the first ones to be encoded
   * @param through the number of the last entry it replaces, 0 if there was none
   */
  public JournalWriter(int snapshot, long through) {
    // the marker hashes the header before it, so the header is encoded twice
    byte[] draft = header(snapshot, through, new byte[SegmentMarker.LENGTH]);
    marker = SegmentMarker.after(draft, 0, draft.length - SegmentMarker.LENGTH);
    header = header(snapshot, through, marker);
  }

  private static byte[] header(int snapshot, long through, byte[] marker) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<JournalEntry> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(JournalEntry.class))) {
      FormatVersion.put(writer, FORMAT_VERSION);
      writer.setMeta(SNAPSHOT, snapshot);
      writer.setMeta(THROUGH, through);
      writer.setCodec(CodecFactory.nullCodec());
      writer.create(JournalEntry.getClassSchema(), bytes, marker);
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
    return bytes.toByteArray();
  }

  /** The beginning of the segment. */
  public byte[] header() {
    return header.clone();
  }

  /** Entries as whole blocks; none for none. */
  public byte[] blocks(List<Entry> entries) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int count = 0;
      for (Entry entry : entries) {
        encode(entry);
        count++;
        if (data.size() >= FULL_BLOCK) {
          endBlock(count, out);
          count = 0;
        }
      }
      endBlock(count, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("in memory", e);
    }
  }

  private void encode(Entry entry) throws IOException {
    int from = data.size();
    encoder.writeLong(entry.number());
    encoder.writeLong(entry.term().number());
    facts.write(FactCodec.encode(entry.fact()), encoder);
    encoder.flush();
    encoder.writeInt(data.checksum(from));
    encoder.flush();
  }

  private void endBlock(int count, ByteArrayOutputStream out) throws IOException {
    if (count > 0) {
      BinaryEncoder lengths = EncoderFactory.get().directBinaryEncoder(out, null);
      lengths.writeLong(count);
      lengths.writeLong(data.size());
      data.writeTo(out);
      out.write(marker);
      data.reset();
    }
  }

  /** CRC-32C over an entry's bytes before its checksum. */
  static int checksum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  /** Bytes whose tail can be checksummed without a copy. */
  private static final class Bytes extends ByteArrayOutputStream {
    int checksum(int from) {
      return JournalWriter.checksum(buf, from, count);
    }
  }
}
