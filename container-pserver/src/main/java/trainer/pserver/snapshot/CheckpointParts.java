package trainer.pserver.snapshot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.avro.checkpoint.CheckpointFile;
import trainer.avro.checkpoint.CheckpointManifest;
import trainer.avro.model.ManifestFile;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelManifest;
import trainer.avro.model.ModelPartReader;
import trainer.avro.model.ModelPartWriter;
import trainer.avro.model.PartCheck;
import trainer.container.files.AppliedManifest;
import trainer.container.files.RetryPolicy;
import trainer.container.files.StoredModel;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.ReplicaSnapshot;
import trainer.pserver.store.SnapshotRows;
import trainer.pserver.store.Table;

/** The writer and reader of partitions in part files of a checkpoint. */
public final class CheckpointParts {
  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final int BUFFER = 1 << 16;

  /**
   * The attempts to find room, some seconds in all: the rows held before are in the way until the
   * heap is collected.
   */
  private static final int ATTEMPTS = 60;

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Configuration hadoop;
  private final String jobFolder;
  private final String served;
  private final RetryPolicy writing;
  private final CheckpointReader reading;
  private final List<Integer> state;
  private final List<TableSpec> weights;
  private final List<TableSpec> stored;
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * @param jobFolder the folder of the job; a checkpoint elsewhere is of another job
   * @param served the id of the model that a scoring job applies; empty for any other job
   */
  public CheckpointParts(
      Configuration hadoop,
      String jobFolder,
      String served,
      List<Table> tables,
      RetryPolicy writing,
      CheckpointReader reading) {
    this.hadoop = hadoop;
    this.jobFolder = jobFolder;
    this.served = served;
    this.writing = writing;
    this.reading = reading;
    this.state = tables.stream().map(Table::state).toList();
    this.weights = tables.stream().map(Table::spec).toList();
    this.stored = CheckpointManifest.storedTables(weights, state);
    tables.forEach(table -> positions.put(table.spec().name(), table.position()));
  }

  /** The floats of optimizer state a row, table by table. */
  List<Integer> state() {
    return state;
  }

  /**
   * Writes one partition's part.
   *
   * @param isVoid whether the part is no longer needed; its folder may be deleted then, and is not
   *     made again
   */
  PartFile write(ReplicaSnapshot.Part part, String folder, BooleanSupplier isVoid)
      throws IOException {
    return writing.until(
        "Keeping partition " + part.partition() + " in " + folder,
        () -> writeOnce(part, folder, isVoid));
  }

  private PartFile writeOnce(ReplicaSnapshot.Part part, String folder, BooleanSupplier isVoid)
      throws IOException {
    if (isVoid.getAsBoolean()) {
      throw new FileNotFoundException(folder + " is not wanted any more");
    }
    Path target = new Path(folder);
    FileSystem files = target.getFileSystem(hadoop);
    files.mkdirs(target, FOLDER);
    String name = ModelFormat.partName(part.partition());
    OutputStream out =
        files.create(
            new Path(target, name),
            FILE,
            true,
            BUFFER,
            files.getDefaultReplication(target),
            files.getDefaultBlockSize(target),
            null);
    try (ModelPartWriter file = ModelPartWriter.exact(out, name, part.partition(), stored)) {
      List<SnapshotRows> byName =
          part.tables().stream()
              .sorted(Comparator.comparing(rows -> rows.table().spec().name()))
              .toList();
      for (SnapshotRows rows : byName) {
        int position = rows.table().position();
        int width = stored.get(position).width();
        rows.forEach(
            (key, cells, offset) ->
                file.append(rows.table().spec().name(), key, cells, offset, width));
      }
      return file.finish();
    }
  }

  /**
   * Fills the partitions that replicas hold with the rows of a checkpoint, or of a model that the
   * job goes on from. A model has no optimizer state: its rows begin with that of new rows.
   *
   * @param version of the checkpoint. For version 0, the rows are initial values: those of another
   *     job, whatever their version there
   * @throws FailureException when the folder is damaged or gone, naming the file
   */
  public void load(String folder, long version, List<LaneReplicas> lanes) throws IOException {
    Path source = new Path(folder);
    StoredModel files = new StoredModel(source.getFileSystem(hadoop), source);
    boolean isInitial = version == 0 && !folder.startsWith(jobFolder + "/");
    boolean isModel = isInitial && isModel(files);
    Source from = isModel ? ofModel(files) : ofCheckpoint(files);
    PartCheck.require(
        isInitial || from.version == version, folder, "it is of version " + from.version);
    List<TableSpec> own = isModel ? weights : stored;
    PartCheck.require(
        isInitial ? areAlike(from.tables, own) : from.tables.equals(own),
        folder,
        "its tables are not the job's");
    for (PartFile part : from.parts) {
      LaneReplicas holder = lanes.get(part.partition() % lanes.size());
      if (holder.holds(part.partition())) {
        reading.read(
            files,
            part.name(),
            () -> {
              PartCheck.read(files, part, from.tables, rows -> fill(rows, part, holder));
              return part;
            });
      }
    }
    lanes.forEach(replicas -> replicas.load().complete(version, from.updates));
  }

  /** Whether tables of another job hold rows that fit: their initial values may differ. */
  private static boolean areAlike(List<TableSpec> some, List<TableSpec> others) {
    return some.size() == others.size()
        && IntStream.range(0, some.size()).allMatch(i -> some.get(i).isLike(others.get(i)));
  }

  /**
   * The contents of a folder by its manifest.
   *
   * @param updates those that the version includes, for schedules
   */
  private record Source(long version, List<TableSpec> tables, List<PartFile> parts, long updates) {}

  private boolean isModel(StoredModel files) throws IOException {
    return reading.read(
        files, ModelFormat.MANIFEST, () -> files.names().contains(ModelFormat.MANIFEST));
  }

  private Source ofModel(StoredModel files) throws IOException {
    ModelManifest manifest =
        reading.read(
            files,
            ModelFormat.MANIFEST,
            () ->
                served.isEmpty() ? ManifestFile.read(files) : AppliedManifest.read(files, served));
    return new Source(manifest.version(), manifest.tables(), manifest.parts(), 0);
  }

  private Source ofCheckpoint(StoredModel files) throws IOException {
    CheckpointManifest manifest =
        reading.read(files, CheckpointManifest.NAME, () -> CheckpointFile.read(files));
    return new Source(
        manifest.position().version(),
        manifest.storedTables(),
        manifest.parts(),
        manifest.position().updates());
  }

  private void fill(ModelPartReader rows, PartFile part, LaneReplicas replicas) {
    int table = positions.get(rows.table().name());
    for (int attempt = 0; !fills(table, part, rows, replicas); attempt++) {
      if (attempt == ATTEMPTS) {
        throw full(rows, part);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static boolean fills(
      int table, PartFile part, ModelPartReader rows, LaneReplicas replicas) {
    return replicas
        .load()
        .add(table, part.partition(), rows.key(), rows.values(), rows.table().width());
  }

  private static FailureException full(ModelPartReader rows, PartFile part) {
    return new FailureException(
        FailureKind.OUT_OF_MEMORY,
        "a pserver has no room for the rows of table " + rows.table().name() + " that are kept",
        part.name() + ", of " + part.rows() + " rows",
        "raise " + Keys.PSERVER_MEMORY_MB.name() + ", or have more pservers");
  }
}
