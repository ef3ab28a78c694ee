package trainer.avro.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;

/**
 * An Avro container file of one record that certifies itself.
 *
 * <p>An Avro file holds its 16-byte sync marker twice, after the header and after the block, and
 * any value is legal. Here the marker is the beginning of the SHA-256 of all other bytes of the
 * file. So every Avro tool reads the file, and a flipped byte in header, schema or record is
 * detected. This holds for every format version.
 */
public final class CertifiedFile {
  private static final int MAX_BYTES = 1 << 24;

  private CertifiedFile() {}

  /** The bytes of a file with this record. */
  public static byte[] encode(SpecificRecordBase record) {
    return recertified(encode(record, record.getSchema(), SyncMarker.draft()));
  }

  /**
   * All bytes of a stream, up to the size limit of such files.
   *
   * @param file the file's name or URI, for messages
   */
  public static byte[] readAll(InputStream in, String file) throws IOException {
    byte[] bytes = in.readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw CorruptModel.in(file, "the manifest is longer than " + MAX_BYTES + " bytes");
    }
    return bytes;
  }

  /**
   * The record in {@code bytes}.
   *
   * @param file the file's name or URI, for messages
   */
  public static <T> T decode(byte[] bytes, String file, Class<T> kind) throws IOException {
    requireCertified(bytes, file);
    try (DataFileReader<T> in =
        new DataFileReader<>(new SeekableByteArrayInput(bytes), new SpecificDatumReader<>(kind))) {
      CorruptModel.requireKnownVersion(file, in.getMetaString(ModelFormat.FORMAT_VERSION_KEY));
      return in.next();
    } catch (FailureException e) {
      throw e;
    } catch (RuntimeException e) {
      throw CorruptModel.in(file, "the manifest cannot be read (" + e.getMessage() + ")");
    }
  }

  private static <T> byte[] encode(T record, Schema schema, byte[] marker) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<T> out = new DataFileWriter<>(new SpecificDatumWriter<>(schema))) {
      out.setCodec(CodecFactory.nullCodec());
      // a single block, so that the marker occurs exactly twice
      out.setSyncInterval(MAX_BYTES);
      out.setMeta(ModelFormat.FORMAT_VERSION_KEY, ModelFormat.VERSION);
      out.create(schema, bytes, marker);
      out.append(record);
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /** A file's bytes with the right checksum. */
  static byte[] recertified(byte[] bytes) {
    byte[] marker = certificate(bytes);
    byte[] fitting = bytes.clone();
    int tail = bytes.length - SyncMarker.LENGTH;
    int head = firstIndex(bytes, Arrays.copyOfRange(bytes, tail, bytes.length));
    System.arraycopy(marker, 0, fitting, head, SyncMarker.LENGTH);
    System.arraycopy(marker, 0, fitting, tail, SyncMarker.LENGTH);
    return fitting;
  }

  private static void requireCertified(byte[] bytes, String file) {
    int tail = bytes.length - SyncMarker.LENGTH;
    if (tail < 0
        || !Arrays.equals(certificate(bytes), Arrays.copyOfRange(bytes, tail, bytes.length))) {
      throw CorruptModel.at(file, 0, "the manifest's own checksum does not match its bytes");
    }
  }

  /** The checksum of all bytes but the two sync markers. */
  private static byte[] certificate(byte[] bytes) {
    int tail = bytes.length - SyncMarker.LENGTH;
    int head = firstIndex(bytes, Arrays.copyOfRange(bytes, tail, bytes.length));
    MessageDigest digest = Sha256.create();
    digest.update(bytes, 0, head);
    if (head < tail) {
      digest.update(bytes, head + SyncMarker.LENGTH, tail - head - SyncMarker.LENGTH);
    }
    return SyncMarker.cut(digest);
  }

  /** The first position of the marker, which follows the header and also ends the file. */
  private static int firstIndex(byte[] bytes, byte[] marker) {
    int tail = bytes.length - marker.length;
    for (int i = 0; i + marker.length <= tail; i++) {
      if (Arrays.equals(bytes, i, i + marker.length, marker, 0, marker.length)) {
        return i;
      }
    }
    return tail;
  }
}
