package trainer.pserver.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import trainer.avro.model.ModelFormat;
import trainer.avro.model.ModelPartWriter;
import trainer.container.files.RetryPolicy;
import trainer.container.files.WriteFailures;
import trainer.core.failure.Failpoint;
import trainer.core.message.PartFile;
import trainer.core.table.TableSpec;
import trainer.pserver.replica.LaneReplicas;
import trainer.pserver.replica.RowCursor;
import trainer.pserver.store.Table;

/**
 * The writer of model part files from the committed rows of partitions. Runs on the lane's thread.
 */
public final class PartExport {
  private static final FsPermission FOLDER = new FsPermission((short) 0700);
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final int BUFFER = 1 << 16;

  private final Configuration hadoop;
  private final RetryPolicy patience;
  private final List<Table> byName;
  private final List<TableSpec> specs;

  public PartExport(Configuration hadoop, List<Table> tables, RetryPolicy patience) {
    this.hadoop = hadoop;
    this.patience = patience;
    this.specs = tables.stream().map(Table::spec).toList();
    this.byName =
        tables.stream().sorted(Comparator.comparing(table -> table.spec().name())).toList();
  }

  /**
   * Writes one partition's part, replacing that of an older attempt. It does not wait for a full
   * disk: the model is saved elsewhere.
   *
   * @param delayed receives the first failure that is retried
   */
  PartFile write(LaneReplicas replicas, int partition, String folder, Consumer<Exception> delayed)
      throws IOException {
    return patience
        .reporting(delayed)
        .until(
            "Writing partition " + partition + " to " + folder,
            () -> WriteFailures.guard(folder, () -> writeOnce(replicas, partition, folder)));
  }

  private PartFile writeOnce(LaneReplicas replicas, int partition, String folder)
      throws IOException {
    Path target = new Path(folder);
    FileSystem files = target.getFileSystem(hadoop);
    files.mkdirs(target, FOLDER);
    String name = ModelFormat.partName(partition);
    OutputStream out =
        files.create(
            new Path(target, name),
            FILE,
            true,
            BUFFER,
            files.getDefaultReplication(target),
            files.getDefaultBlockSize(target),
            null);
    try (ModelPartWriter part = new ModelPartWriter(out, name, partition, specs)) {
      for (Table table : byName) {
        write(replicas.committed().rows(table.position(), partition), table.spec(), part);
      }
      Failpoint.hit("pserver.duringExport");
      PartFile written = part.finish();
      Failpoint.hit("pserver.afterPart");
      return written;
    }
  }

  private static void write(RowCursor rows, TableSpec table, ModelPartWriter part)
      throws IOException {
    while (rows.next()) {
      part.append(table.name(), rows.key(), rows.weights(), 0, table.width());
    }
  }
}
