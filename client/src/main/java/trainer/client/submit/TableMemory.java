package trainer.client.submit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
import trainer.learning.optimizer.Optimizers;

/**
 * The check that tables fit into the memory of processes. It covers dense tables, whose size is
 * known before the start, and single rows of sparse ones. The number of rows of a sparse table
 * depends on the data.
 */
final class TableMemory {
  /** The memory of a process apart from tables. */
  private static final int BASE_MB = 32;

  /** Bytes a value on a worker: as received, assembled, summed, kept until the commit, encoded. */
  private static final int WORKER_BYTES = 44;

  /**
   * Bytes a value on a worker without barrier. Besides one step in work there are the sums on their
   * way to the pservers, at most five.
   */
  private static final int STEPS_BYTES = 5 * 8;

  /** Bytes a value on each compute thread of a worker: weight, gradient, sum. */
  private static final int THREAD_BYTES = 18;

  /** Bytes a value on a pserver: two open versions and a decoded share. */
  private static final int PSERVER_BYTES = 24;

  /** Bytes a value and worker on a pserver: buffers in and out, which grow by doubling. */
  private static final int CONNECTION_BYTES = 20;

  /** The maximum size of a sum on the wire. */
  private static final int WIRE_BYTES = 8;

  private final Settings settings;
  private final List<TableSpec> tables;

  private TableMemory(Settings settings, List<TableSpec> tables) {
    this.settings = settings;
    this.tables = tables;
  }

  /**
   * Checks all processes.
   *
   * @throws FailureException RESOURCE_TOO_LARGE with the table and the key to raise
   */
  static void check(Settings settings, List<TableSpec> tables) {
    TableMemory memory = new TableMemory(settings, tables);
    memory.checkWorker();
    memory.checkPservers();
    memory.checkFrame();
  }

  /** Checks a worker, which holds all values of a share at once. */
  private void checkWorker() {
    int threads = settings.get(Keys.WORKER_VCORES);
    long values = tables.stream().mapToLong(TableMemory::least).sum();
    if (values > Integer.MAX_VALUE) {
      throw refused(
          "a share of them has more than the " + Integer.MAX_VALUE + " numbers it can have",
          Keys.MODEL.name(),
          "give the model fewer features, classes or rows");
    }
    int ofSteps = settings.get(Keys.SYNC).isOnArrival() ? STEPS_BYTES : 0;
    fits(
        values * (WORKER_BYTES + ofSteps + THREAD_BYTES * threads), Keys.WORKER_MEMORY_MB, threads);
  }

  /** Checks the pservers: rows, the undo log, which is as large, and data in transit. */
  private void checkPservers() {
    long perConnection = (long) CONNECTION_BYTES * settings.get(Keys.WORKERS);
    double bytes = 0;
    for (TableSpec table : tables) {
      double state = Optimizers.of(settings, table).state(table.width());
      double floats = 1 + state / table.width();
      bytes += least(table) * (2 * Float.BYTES * floats + PSERVER_BYTES + perConnection);
    }
    double share = most(1) / (double) Partitions.COUNT;
    fits((long) (bytes * share), Keys.PSERVER_MEMORY_MB, settings.get(Keys.PSERVER_VCORES));
  }

  private void checkFrame() {
    double share = most(settings.get(Keys.PSERVER_VCORES)) / (double) Partitions.COUNT;
    double bytes = 0;
    for (TableSpec table : tables) {
      bytes += WIRE_BYTES * (table.isDense() ? share * table.denseValues() : table.width());
    }
    int most = settings.get(Keys.BULK_MAX_FRAME);
    if (bytes > most) {
      throw refused(
          "a lane's part of them is a frame of up to "
              + (long) bytes
              + " bytes, of which there may be "
              + most,
          Keys.BULK_MAX_FRAME.name(),
          "raise it, or trainer.pservers or trainer.pserver.vcores");
    }
  }

  /** The maximum number of partitions on a lane of a pserver. */
  private int most(int lanes) {
    List<Integer> pservers = IntStream.range(0, settings.get(Keys.PSERVERS)).boxed().toList();
    int[] held = new int[pservers.size() * lanes];
    int most = 0;
    List<List<Integer>> copies =
        HashRing.assign(Partitions.COUNT, pservers, settings.get(Keys.PSERVER_REPLICAS));
    for (int partition = 0; partition < copies.size(); partition++) {
      for (int pserver : copies.get(partition)) {
        int lane = pserver * lanes + partition % lanes;
        most = Math.max(most, ++held[lane]);
      }
    }
    return most;
  }

  private void fits(long bytes, Key<Integer> key, int vcores) {
    int heap = new JvmSize(settings.get(key), vcores).heapMb();
    long needed = (bytes >> 20) + BASE_MB;
    if (needed > heap) {
      throw refused(
          "they need about " + needed + " MB of heap, of which there are " + heap,
          key.name() + "=" + settings.get(key),
          "set it to "
              + JvmSize.containerMb(needed)
              + " or more, or give the model fewer features, classes or rows");
    }
  }

  private static long least(TableSpec table) {
    return Math.max(table.denseValues(), table.width());
  }

  private FailureException refused(String what, String where, String advice) {
    String names =
        tables.stream()
            .map(
                table ->
                    table.name()
                        + " ("
                        + (table.isDense() ? Quantity.of(table.rows(), "row") : "sparse")
                        + " of "
                        + table.width()
                        + ")")
            .collect(Collectors.joining(", "));
    return new FailureException(
        FailureKind.RESOURCE_TOO_LARGE, "tables " + names + ": " + what, where, advice);
  }
}
