package trainer.pserver.replica;

import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.table.TableRows;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowExpiry;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.SparseAccumulator;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.UndoLog;

/**
 * The rows of one partition at its committed version c, or at c+1 with an undo log while c+1 is
 * tentative. Two accumulators take the gradients of c+1 and c+2.
 *
 * <p>c+2 is never computed before the commit of c+1, so one undo step is always enough. This class
 * applies versions; {@link PartitionReplica} decides which ones.
 */
final class VersionedRows {
  private static final int NONE = -1;

  private final int partition;
  private final List<Table> tables;
  private final OptimizerStep stepping;
  private final boolean digested;
  private final TableShard[] shards;
  private final UndoLog[] undo;
  private final ReplicaReaders readers = new ReplicaReaders();
  private OpenVersion first;
  private OpenVersion second;
  private long committed;
  private boolean tentative;
  private boolean released;

  /** The {@link ReplicaDigest} of the committed rows, and its change by the tentative version. */
  private long digest;

  private long digestChange;

  /** The table whose rows the open version updates, or {@link #NONE}. */
  private int updated = NONE;

  /**
   * Creates the rows of version 0: those of dense tables, with their initial values.
   *
   * @param digested whether the digest is kept up to date, to be compared with other replicas
   */
  VersionedRows(int partition, List<Table> tables, OptimizerStep stepping, boolean digested) {
    this.partition = partition;
    this.tables = tables;
    this.stepping = stepping;
    this.digested = digested;
    this.shards = new TableShard[tables.size()];
    this.undo = new UndoLog[tables.size()];
    for (int t = 0; t < shards.length; t++) {
      shards[t] = new TableShard(tables.get(t), partition);
      undo[t] = new UndoLog(tables.get(t));
    }
    this.first = new OpenVersion(tables, partition);
    this.second = new OpenVersion(tables, partition);
  }

  TableShard shard(int table) {
    return shards[table];
  }

  long committed() {
    return committed;
  }

  /** Whether c+1 is computed and waits for its commit. */
  boolean isTentative() {
    return tentative;
  }

  /** The accumulator of c+1 or c+2. */
  OpenVersion open(long version) {
    return version == committed + 1 ? first : second;
  }

  /** The streams and the snapshot that read these rows while they change. */
  ReplicaReaders readers() {
    return readers;
  }

  /** The digest of the committed rows, if digests are kept. */
  long digest() {
    return digest;
  }

  /** The digest of the tentative version, if digests are kept. */
  long tentativeDigest() {
    return digest + digestChange;
  }

  /**
   * Begins a snapshot of all rows without tentative changes. It replaces a snapshot in progress.
   */
  void beginSnapshot() {
    readers.beginSnapshot(shards);
    if (tentative) {
      readers.onTentative(first, undo);
    }
  }

  /**
   * Adds rows of another replica, as they are committed there.
   *
   * @return false if there is no room for them; nothing has changed then
   */
  boolean add(TableRows rows, MemoryBudget room) {
    if (rows.table() < 0 || rows.table() >= shards.length) {
      throw new IllegalArgumentException("there is no table " + rows.table());
    }
    TableShard shard = shards[rows.table()];
    int stride = shard.table().stride();
    if (rows.cells().length != (long) stride * rows.keys().length) {
      throw new IllegalArgumentException(rows.cells().length + " cells of rows of " + stride);
    }
    if (!shard.fits(room, rows.keys(), 0, rows.keys().length)) {
      return false;
    }
    int before = shard.rows();
    for (int i = 0; i < rows.keys().length; i++) {
      int row = shard.place(rows.keys()[i], partition);
      digest -= digested ? ReplicaDigest.of(shard, row) : 0;
      System.arraycopy(rows.cells(), i * stride, shard.chunk(row), shard.offset(row), stride);
      digest += digested ? ReplicaDigest.of(shard, row) : 0;
      if (shard.table().optimizer().expiry() > 0) {
        shard.dropIfInitial(row);
      }
    }
    room.take((shard.rows() - before) * shard.rowBytes());
    return true;
  }

  /** Fills in the first cells of a row of a version that is loaded later. */
  void fill(int table, long key, float[] cells, int count) {
    TableShard shard = shards[table];
    int row = tables.get(table).spec().isDense() ? shard.index().find(key) : shard.reserve(key);
    System.arraycopy(cells, 0, shard.chunk(row), shard.offset(row), count);
  }

  /** Takes the rows as they are for those of {@code version}, committed. */
  void become(long version) {
    undo();
    committed = version;
  }

  /**
   * Loads a version, for which nothing may be open.
   *
   * @param isFilled whether the rows are filled in; else all take their initial values
   */
  void load(long version, boolean isFilled) {
    if (!isFilled) {
      for (TableShard shard : shards) {
        shard.forgetValues();
      }
    }
    committed = version;
    digest = digested && isFilled ? ReplicaDigest.of(this, tables) : 0;
    readers.onLoad();
  }

  /** Computes c+1 in place if it has all shares and is not computed yet. */
  boolean computeIfFull() {
    if (tentative || !first.isFull()) {
      return false;
    }
    for (int t = 0; t < shards.length; t++) {
      compute(t);
    }
    becomeTentative();
    return true;
  }

  /**
   * Computes c+1 in place by a row update.
   *
   * @throws FailureException when the function fails; nothing has changed then
   */
  void compute(RowUpdate update) {
    if (!first.isUntouched()) {
      throw new IllegalStateException(
          "version " + (committed + 1) + " has shares, yet updates rows");
    }
    if (update.table() < shards.length) { // the stand-in of a lane without partitions has no table
      updated = update.table();
      try {
        update.compute(shards[updated], first.touched(updated), undo[updated]);
      } catch (FailureException e) {
        forgetUpdate();
        throw e;
      }
    }
    becomeTentative();
  }

  /**
   * Closes c+1, which updates have made. There is nothing to undo, so {@link #undo} reopens it with
   * the rows as they are.
   */
  void close() {
    tentative = true;
  }

  /** Commits c+1, which is tentative. */
  void commit() {
    committed++;
    tentative = false;
    readers.onCommit(first, shards.length);
    digest += digestChange;
    first.clear();
    forgetUpdate();
    OpenVersion emptied = first;
    first = second;
    second = emptied;
    release();
  }

  /** Drops both open versions, and undoes c+1 if it is tentative. */
  void undo() {
    if (tentative) {
      for (int t = 0; t < shards.length; t++) {
        undo[t].restore(first.touched(t), shards[t]);
      }
      tentative = false;
    }
    first.clear();
    forgetUpdate();
    second.clear();
  }

  /** Whether row numbers have been released since the last call. */
  boolean takeReleased() {
    boolean taken = released;
    released = false;
    return taken;
  }

  /** Copies the weights that {@code rows} have at {@code version}. */
  void readWeights(int table, int[] rows, int from, int count, long version, float[] target) {
    shards[table].readWeights(rows, from, count, target);
    if (tentative && version == committed) {
      undoWeights(table, rows, from, count, target);
    }
  }

  /** Copies the weights that all rows of a dense table have at {@code version}. */
  void readWeights(int table, long version, float[] target) {
    shards[table].readWeights(target);
    if (tentative && version == committed && first.touched(table).size() > 0) {
      undo[table].readWeights(shards[table].rows(), target);
    }
  }

  /** Copies a whole row as it is committed. */
  void readCommitted(int table, int row, float[] target) {
    TableShard shard = shards[table];
    int slot = tentative ? first.touched(table).slot(row) : -1;
    if (slot < 0) {
      System.arraycopy(shard.chunk(row), shard.offset(row), target, 0, target.length);
    } else {
      System.arraycopy(undo[table].cells(), undo[table].offset(slot), target, 0, target.length);
    }
  }

  /** Copies {@code rows[from .. from+count-1]} as they are committed, one after the other. */
  void readCommitted(int table, int[] rows, int from, int count, float[] target) {
    shards[table].readRows(rows, from, count, target);
    if (!tentative) {
      return;
    }
    GradientAccumulator touched = first.touched(table);
    int stride = shards[table].table().stride();
    for (int i = 0; i < count; i++) {
      int slot = touched.slot(rows[from + i]);
      if (slot >= 0) {
        System.arraycopy(undo[table].cells(), undo[table].offset(slot), target, i * stride, stride);
      }
    }
  }

  private void undoWeights(int table, int[] rows, int from, int count, float[] target) {
    GradientAccumulator touched = first.touched(table);
    int width = tables.get(table).width();
    for (int i = 0; i < count; i++) {
      int slot = touched.slot(rows[from + i]);
      if (slot >= 0) {
        undo[table].readWeights(slot, target, i * width);
      }
    }
  }

  private void compute(int t) {
    Table table = tables.get(t);
    TableShard shard = shards[t];
    GradientAccumulator touched = first.touched(t);
    UndoLog log = undo[t];
    Optimizer.Step step =
        table.optimizer().step(committed + 1, first.metrics().weight().toDouble());
    int size = touched.size();
    log.reset(size);
    stepping.step(step, shard, touched.rows(), 0, size, touched.sums(), 0, log);
    if (table.optimizer().expiry() > 0) {
      RowExpiry.sweep(committed + 1, shard, (SparseAccumulator) touched, log);
    }
  }

  private void becomeTentative() {
    tentative = true;
    readers.onTentative(first, undo);
    digestChange = 0;
    if (digested) {
      for (int t = 0; t < shards.length; t++) {
        digestChange += ReplicaDigest.change(shards[t], first.touched(t), undo[t]);
      }
    }
  }

  /** Releases the rows dropped since the last time, unless a reader refers to rows by number. */
  private void release() {
    boolean alone = readers.isEmpty();
    for (int t = 0; t < shards.length && alone; t++) {
      Table table = tables.get(t);
      if (table.optimizer().expiry() > 0 && committed % RowExpiry.parts(table) == 0) {
        released |= shards[t].recycle(first.touched(t));
      }
    }
  }

  /**
   * Releases the memory of a row update, which takes some for every row; a mini-batch needs little.
   */
  private void forgetUpdate() {
    if (updated != NONE) {
      first = new OpenVersion(tables, partition);
      undo[updated] = new UndoLog(tables.get(updated));
      updated = NONE;
    }
  }
}
