package trainer.client.submit;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import trainer.avro.model.ModelManifest;
import trainer.container.launch.JvmSize;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.table.HashRing;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.core.text.Quantity;
import trainer.learning.block.TrainedModel;

/**
 * Where a scoring job has the rows of its model: in every worker, or on pservers ({@code
 * trainer.score.model}).
 */
final class ModelPlacement {
  /** Bytes of a sparse row on a pserver beside its weights. */
  private static final int KEY_BYTES = 14;

  /** The part of a pserver's heap that rows may take; the rest is for requests. */
  private static final double SHARE_OF_HEAP = 0.75;

  /** Copies of dense rows in a worker that pulls them: as received, assembled, and a block's. */
  private static final int DENSE_COPIES = 3;

  /** Threads a vcore of a worker that pulls rows. */
  private static final int THREADS = 2;

  private final Settings settings;
  private final ModelManifest manifest;
  private final String uri;

  /**
   * @param uri of the model, for messages
   */
  ModelPlacement(Settings settings, ModelManifest manifest, String uri) {
    this.settings = settings;
    this.manifest = manifest;
    this.uri = uri;
  }

  /**
   * The settings of the place: {@code trainer.score.model} is {@code worker} or {@code pserver},
   * and {@code trainer.pservers} a number that holds the model.
   *
   * @throws FailureException RESOURCE_TOO_LARGE naming the key to raise
   */
  Map<String, String> decide() {
    Keys.ScoreModel asked = settings.get(Keys.SCORE_MODEL);
    boolean fits = ofWorker() <= roomOfWorker();
    if (asked == Keys.ScoreModel.WORKER && !fits) {
      throw refused(
          ofWorker(), "each worker", Keys.WORKER_MEMORY_MB, roomOfWorker(), heapOfWorker());
    }
    if (asked == Keys.ScoreModel.WORKER || (asked == Keys.ScoreModel.AUTO && fits)) {
      return Map.of(
          Keys.SCORE_MODEL.name(), "worker",
          Keys.PSERVERS.name(), "0",
          Keys.SCORE_MODEL_MB.name(), "" + (long) Math.ceil(ofWorker() / (1 << 20)));
    }
    requireRoomForDenseRows();
    int pservers =
        settings.isSet(Keys.PSERVERS) && settings.get(Keys.PSERVERS) > 0
            ? requireEnough(settings.get(Keys.PSERVERS))
            : fewest();
    return Map.of(
        Keys.SCORE_MODEL.name(), "pserver",
        Keys.PSERVERS.name(), "" + pservers,
        Keys.OPTIMIZER.name(), "sgd", // has no state: a row is its weights alone
        Keys.TABLE_ADMISSION.name(), "1",
        Keys.TABLE_EXPIRY.name(), "0");
  }

  /**
   * The place of the model and its size, for people.
   *
   * @param pservers as decided; 0 if each worker holds the model
   */
  String inWords(int pservers) {
    return pservers == 0
        ? "in each worker, about " + megabytes(ofWorker())
        : "on "
            + Quantity.of(pservers, "pserver")
            + ", about "
            + megabytes(bytes())
            + "; it would take about "
            + megabytes(ofWorker())
            + " in each worker, which has room for "
            + megabytes((double) roomOfWorker());
  }

  private static String megabytes(double bytes) {
    return Quantity.grouped((long) Math.ceil(bytes / (1 << 20))) + " MB";
  }

  private double ofWorker() {
    return TrainedModel.bytes(manifest, settings.get(Keys.WORKER_VCORES));
  }

  private long heapOfWorker() {
    return heap(Keys.WORKER_MEMORY_MB, Keys.WORKER_VCORES);
  }

  private long roomOfWorker() {
    return TrainedModel.room(heapOfWorker());
  }

  private long heap(Key<Integer> memory, Key<Integer> vcores) {
    return (long) new JvmSize(settings.get(memory), settings.get(vcores)).heapMb() << 20;
  }

  private void requireRoomForDenseRows() {
    double bytes = denseBytes() * DENSE_COPIES * THREADS * settings.get(Keys.WORKER_VCORES);
    if (bytes > roomOfWorker()) {
      throw refused(
          bytes,
          "a worker that pulls its rows",
          Keys.WORKER_MEMORY_MB,
          roomOfWorker(),
          heapOfWorker());
    }
  }

  private double denseBytes() {
    return Float.BYTES
        * (double) manifest.tables().stream().mapToLong(TableSpec::denseValues).sum();
  }

  /** The memory of all rows on pservers, about; any sparse row may be one of the widest table. */
  private double bytes() {
    OptionalInt widest =
        manifest.tables().stream()
            .filter(table -> !table.isDense())
            .mapToInt(TableSpec::width)
            .max();
    double ofRow = widest.isEmpty() ? 0 : KEY_BYTES + (double) Float.BYTES * widest.getAsInt();
    return denseBytes() + manifest.rows() * ofRow;
  }

  /** The memory of the fullest of so many pservers. */
  private double ofFullest(int pservers) {
    List<Integer> indices = IntStream.range(0, pservers).boxed().toList();
    int[] held = new int[pservers];
    HashRing.assign(Partitions.COUNT, indices, settings.get(Keys.PSERVER_REPLICAS))
        .forEach(copies -> copies.forEach(pserver -> held[pserver]++));
    int most = IntStream.of(held).max().orElseThrow();
    return bytes() * most / Partitions.COUNT;
  }

  private long heapOfPserver() {
    return heap(Keys.PSERVER_MEMORY_MB, Keys.PSERVER_VCORES);
  }

  private long roomOfPserver() {
    return (long) (SHARE_OF_HEAP * heapOfPserver());
  }

  private int requireEnough(int pservers) {
    int replicas = settings.get(Keys.PSERVER_REPLICAS);
    if (pservers < replicas) {
      throw new FailureException(
          FailureKind.CONFIG_CONFLICT,
          replicas + " copies of each row need as many pservers, not " + pservers,
          Keys.PSERVER_REPLICAS.name(),
          "give --pservers " + replicas + " or more");
    }
    if (ofFullest(pservers) > roomOfPserver()) {
      throw refused(
          ofFullest(pservers),
          "the fullest of " + Quantity.of(pservers, "pserver"),
          Keys.PSERVER_MEMORY_MB,
          roomOfPserver(),
          heapOfPserver());
    }
    return pservers;
  }

  private int fewest() {
    return IntStream.rangeClosed(settings.get(Keys.PSERVER_REPLICAS), Partitions.COUNT)
        .filter(count -> ofFullest(count) <= roomOfPserver())
        .findFirst()
        .orElseGet(() -> requireEnough(Partitions.COUNT));
  }

  private FailureException refused(
      double needed, String where, Key<Integer> memory, long room, long heap) {
    long least = JvmSize.containerMb((long) Math.ceil(needed / room * heap / (1 << 20)));
    return new FailureException(
        FailureKind.RESOURCE_TOO_LARGE,
        "the model takes about " + ((long) needed >> 20) + " MB in " + where,
        uri + ", there is a heap of " + (heap >> 20) + " MB",
        "set " + memory + " to " + least + " or more");
  }
}
