package trainer.avro.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads and writes the manifest, an Avro container file of one record that certifies itself.
 *
 * <p>An Avro file holds its 16-byte sync marker twice, after the header and after the block, and
 * any value will do. Here it is the beginning of the SHA-256 of all other bytes of the file. So
 * every Avro tool reads the manifest, and a flipped byte in header, schema or record shows. This
 * holds for every format version.
 */
public final class ManifestFile {
  private static final int MAX_BYTES = 1 << 24;

  private ManifestFile() {}

  /** The bytes of the manifest file. */
  public static byte[] encode(ModelManifest manifest) {
    return recertified(encode(manifest, SyncMarker.draft()));
  }

  /** Reads a folder's manifest. {@code MODEL_NOT_FOUND} when it has none. */
  public static ModelManifest read(ModelFolder folder) throws IOException {
    String file = folder.location() + "/" + ModelFormat.MANIFEST;
    if (!folder.names().contains(ModelFormat.MANIFEST)) {
      throw new FailureException(
          FailureKind.MODEL_NOT_FOUND,
          "the folder holds no " + ModelFormat.MANIFEST,
          folder.location(),
          "name the output folder of a job that reached EXITED");
    }
    try (InputStream in = folder.open(ModelFormat.MANIFEST)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw Corrupt.in(file, "the manifest is longer than " + MAX_BYTES + " bytes");
      }
      return decode(bytes, file);
    }
  }

  /**
   * The manifest in {@code bytes}.
   *
   * @param file the file's name or URI, for messages
   */
  public static ModelManifest decode(byte[] bytes, String file) throws IOException {
    requireCertified(bytes, file);
    try (DataFileReader<trainer.avro.record.ModelManifest> in =
        new DataFileReader<>(
            new SeekableByteArrayInput(bytes),
            new SpecificDatumReader<>(trainer.avro.record.ModelManifest.class))) {
      Corrupt.requireKnownVersion(file, in.getMetaString(ModelFormat.FORMAT_VERSION_KEY));
      return ManifestCodec.fromAvro(in.next());
    } catch (FailureException e) {
      throw e;
    } catch (RuntimeException e) {
      throw Corrupt.in(file, "the manifest cannot be read (" + e.getMessage() + ")");
    }
  }

  private static byte[] encode(ModelManifest manifest, byte[] marker) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<trainer.avro.record.ModelManifest> out =
        new DataFileWriter<>(new SpecificDatumWriter<>(trainer.avro.record.ModelManifest.class))) {
      out.setCodec(CodecFactory.nullCodec());
      out.setSyncInterval(MAX_BYTES);
      out.setMeta(ModelFormat.FORMAT_VERSION_KEY, ModelFormat.VERSION);
      out.create(trainer.avro.record.ModelManifest.getClassSchema(), bytes, marker);
      out.append(ManifestCodec.toAvro(manifest));
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return bytes.toByteArray();
  }

  /** A manifest's bytes with the checksum that fits them. */
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
      throw Corrupt.in(file, "the manifest's own checksum does not match its bytes");
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

  /** Where the marker that ends the file stands first: after the header. */
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
