package trainer.iceberg;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.CloseableIterable;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.StorageFailures;
import trainer.data.file.TablePlan;
import trainer.data.file.TablePlanner;

/**
 * Plans the reading of a snapshot of an Iceberg table with Iceberg's own library.
 *
 * <p>Names are {@code PATH} or {@code PATH@SNAPSHOT}: the folder of a table or one of its metadata
 * files, and the id of a snapshot, a branch or a tag; by default the current snapshot. Trainer
 * reads the data files by the names of their columns, as any Parquet, ORC or Avro file. So a table
 * is refused if its rows are not those of its files (delete files, encryption), or if a column of
 * an older file may have another name ({@link ColumnHistory}).
 */
public final class IcebergPlanner implements TablePlanner {
  private static final Pattern NAME = Pattern.compile("(.+?)(?:@([^@/]+))?");
  private static final String EXPORT =
      "write its present rows to a folder of plain Parquet, as Spark's"
          + " spark.table(...).write.parquet(...) does";

  /** Called by {@link java.util.ServiceLoader}. */
  public IcebergPlanner() {}

  @Override
  public String scheme() {
    return "iceberg";
  }

  @Override
  public TablePlan plan(Configuration hadoop, String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw failure(FailureKind.INPUT_NOT_FOUND, "no table is named", "", "iceberg:PATH", null);
    }
    String path = qualified(hadoop, parts.group(1));
    try {
      return plan(TableFolder.load(hadoop, path), path, parts.group(2));
    } catch (FailureException e) {
      throw e;
    } catch (NotFoundException e) {
      throw failure(
          FailureKind.INPUT_NOT_FOUND,
          "a metadata file of " + path + " is not there",
          e.getMessage(),
          "check the path; a snapshot that has expired cannot be read",
          e);
    } catch (IOException | RuntimeException e) { // damaged files give many kinds
      FailureException known = StorageFailures.of(e, path, FailureKind.INPUT_NOT_FOUND);
      if (known.failure().kind() != FailureKind.STORAGE_FAILED) {
        throw known;
      }
      throw failure(
          FailureKind.INPUT_CORRUPT,
          "the metadata of " + path + " cannot be read",
          e.toString(),
          "see whether other programs can read the table",
          e);
    }
  }

  private static TablePlan plan(Table table, String path, String reference) throws IOException {
    Snapshot snapshot = snapshot(table, reference, path);
    ColumnHistory.requireSameNames(table, path);
    List<String> files = new ArrayList<>();
    long rows = 0;
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        requirePlain(task, path);
        files.add(task.file().location());
        rows += task.file().recordCount();
      }
    }
    if (files.isEmpty()) {
      throw failure(
          FailureKind.INPUT_EMPTY, "the snapshot has no rows", path, "name another one", null);
    }
    Instant time = Instant.ofEpochMilli(snapshot.timestampMillis()).truncatedTo(ChronoUnit.SECONDS);
    return new TablePlan(path + "@" + snapshot.snapshotId(), time, files, rows);
  }

  private static String qualified(Configuration hadoop, String text) {
    return StorageFailures.guard(
        text,
        FailureKind.INPUT_NOT_FOUND,
        () -> {
          Path path = new Path(text);
          return path.getFileSystem(hadoop).makeQualified(path).toString();
        });
  }

  /** The snapshot of a reference; the current one for null. */
  private static Snapshot snapshot(Table table, String reference, String path) {
    Snapshot found = reference == null ? table.currentSnapshot() : table.snapshot(reference);
    if (found == null && reference != null) {
      try {
        found = table.snapshot(Long.parseLong(reference));
      } catch (NumberFormatException e) {
        // no id
      }
    }
    if (found == null && reference == null) {
      throw failure(FailureKind.INPUT_EMPTY, "the table has no rows yet", path, "fill it", null);
    }
    if (found == null) {
      List<String> known = new ArrayList<>(table.refs().keySet());
      table.snapshots().forEach(one -> known.add(String.valueOf(one.snapshotId())));
      throw failure(
          FailureKind.INPUT_NOT_FOUND,
          "the table has no snapshot " + reference,
          path,
          "name one of " + String.join(", ", known.subList(0, Math.min(10, known.size()))),
          null);
    }
    return found;
  }

  private static void requirePlain(FileScanTask task, String path) {
    DataFile file = task.file();
    if (!task.deletes().isEmpty()) {
      throw failure(
          FailureKind.INPUT_BAD_FILE,
          path + " has rows that only its delete files tell to be deleted",
          task.deletes().get(0).location(),
          "compact it, as Spark's CALL system.rewrite_data_files(table => ..., options =>"
              + " map('delete-file-threshold', '1')) does; or "
              + EXPORT,
          null);
    }
    if (file.keyMetadata() != null) {
      throw failure(
          FailureKind.INPUT_BAD_FILE, path + " is encrypted", file.location(), EXPORT, null);
    }
  }

  static FailureException failure(
      FailureKind kind, String what, String where, String advice, Throwable cause) {
    return new FailureException(new Failure(kind, what, where, advice), cause);
  }

  static String export() {
    return EXPORT;
  }
}
