package trainer.model.stored;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.model.container.ByteCursor;
import trainer.model.container.ContainerFile;
import trainer.model.container.DamagedBytesException;
import trainer.model.container.RecordSchema;
import trainer.model.failure.ModelException;

/**
 * The manifest of a model: a container file of one record. Its sync marker is the beginning of the
 * SHA-256 of all other bytes, so that a flipped byte is found. Immutable.
 */
public final class Manifest {
  /** The name of the file. */
  public static final String FILE = "model.avro";

  private static final int SYNC_BYTES = 16;

  private final Map<?, ?> record;
  private final Map<String, String> settings = new HashMap<>();
  private final List<ModelTable> tables = new ArrayList<>();
  private final List<ModelPart> parts = new ArrayList<>();
  private final List<double[]> scales = new ArrayList<>();

  private Manifest(Map<?, ?> record) {
    this.record = record;
    Map<?, ?> all = (Map<?, ?>) record.get("settings");
    all.forEach((key, value) -> settings.put((String) key, (String) value));
    for (Object table : (List<?>) record.get("tables")) {
      tables.add(new ModelTable((Map<?, ?>) table));
    }
    for (Object part : (List<?>) record.get("parts")) {
      parts.add(new ModelPart((Map<?, ?>) part));
    }
    List<?> some = record.containsKey("scales") ? (List<?>) record.get("scales") : List.of();
    for (Object scale : some) {
      Map<?, ?> one = (Map<?, ?>) scale;
      scales.add(new double[] {(Double) one.get("mean"), (Double) one.get("deviation")});
    }
  }

  /**
   * The manifest in some bytes.
   *
   * @param file the name of the file, for messages
   * @throws ModelException if they are damaged, or of a newer format
   */
  static Manifest decode(byte[] bytes, String file) throws IOException {
    int tail = bytes.length - SYNC_BYTES;
    if (tail < 0 || !isCertified(bytes, tail)) {
      throw ModelException.damaged(file, "the manifest's own checksum does not match its bytes");
    }
    try (ContainerFile container = new ContainerFile(new ByteArrayInputStream(bytes))) {
      FormatVersion.require(container, file);
      ByteCursor block = container.nextBlock();
      if (block == null || container.records() != 1) {
        throw new DamagedBytesException("the manifest is not one record");
      }
      return new Manifest(new RecordSchema(container.metadata("avro.schema")).read(block));
    } catch (DamagedBytesException | ClassCastException | NullPointerException e) {
      throw ModelException.damaged(file, "the manifest cannot be read (" + e.getMessage() + ")");
    }
  }

  private static boolean isCertified(byte[] bytes, int tail) {
    int head = 0;
    while (!Arrays.equals(bytes, head, head + SYNC_BYTES, bytes, tail, bytes.length)) {
      head++;
    }
    MessageDigest digest = Sha256.create();
    digest.update(bytes, 0, head);
    if (head < tail) {
      digest.update(bytes, head + SYNC_BYTES, tail - head - SYNC_BYTES);
    }
    byte[] wanted = Arrays.copyOf(digest.digest(), SYNC_BYTES);
    return Arrays.equals(wanted, 0, SYNC_BYTES, bytes, tail, bytes.length);
  }

  /** The model id: the SHA-256 of its parameters, 64 hex digits. */
  public String modelId() {
    return (String) record.get("modelId");
  }

  /** The alias or class of the model. */
  public String model() {
    return ((String) record.get("model")).trim();
  }

  /** The version of Trainer that wrote the model. */
  public String writer() {
    return (String) record.get("writer");
  }

  /** A setting of the training, or the default where it was not set. */
  public String setting(String key, String otherwise) {
    return settings.getOrDefault(key, otherwise);
  }

  /** Mean and deviation of each standardised number, in the order of the terms. */
  public List<double[]> scales() {
    return Collections.unmodifiableList(scales);
  }

  /** The tables, in the order that numbers them. */
  public List<ModelTable> tables() {
    return Collections.unmodifiableList(tables);
  }

  List<ModelPart> parts() {
    return parts;
  }

  /** Rows in all part files. */
  long rows() {
    return parts.stream().mapToLong(ModelPart::rows).sum();
  }
}
