package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.List;
import trainer.core.failure.FailureException;
import trainer.core.message.Metrics;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowExpiry;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Rows;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.SparseAccumulator;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.UndoLog;

/**
 * One replica of one partition, with the rules of the commit protocol.
 *
 * <pre>
 *            Push … last share        Commit(c+1)
 *   at c ─────────────────────→ tentative ──────→ at c+1
 *    ↑         compute c+1          │
 *    └──────────────────────────────┘ NewLine(base c): undo
 * </pre>
 *
 * <p>A replica holds rows at version c, or at c+1 with an undo log while c+1 is tentative. It has
 * two accumulators, for c+1 and c+2. It never computes c+2 before the commit of c+1, so that one
 * undo step is always enough.
 */
final class PartitionReplica {
  private static final int NONE = -1;

  private final int partition;
  private final List<Table> tables;
  private final OptimizerStep stepping;
  private final boolean exposure;
  private final boolean digested;
  private final TableShard[] slices;
  private final UndoLog[] undo;
  private final MetricsLog metrics = new MetricsLog();
  private final List<ReplicaStream> feeds = new ArrayList<>();
  private OpenVersion first;
  private OpenVersion second;
  private long term;
  private long line;
  private long base;
  private long committed;
  private boolean loaded;
  private boolean tentative;
  private boolean recycled;

  /** The {@link ReplicaDigest} of the committed rows, and its change by the tentative version. */
  private long digest;

  private long digestChange;

  /** The snapshot in progress of each shard, or null. */
  private ShardSnapshot[] cut;

  /** The version that a line can load: initially 0, which needs no filling. */
  private long filled;

  private boolean isFilled;

  /** The table whose rows the open version updates, or {@link #NONE}. */
  private int updated = NONE;

  /**
   * @param exposure whether c+1 is served while it is tentative
   * @param digested whether the digest is kept up to date, to be compared with other replicas
   */
  PartitionReplica(
      int partition,
      List<Table> tables,
      OptimizerStep stepping,
      boolean exposure,
      boolean digested) {
    this.partition = partition;
    this.tables = tables;
    this.stepping = stepping;
    this.exposure = exposure;
    this.digested = digested;
    this.slices = new TableShard[tables.size()];
    this.undo = new UndoLog[tables.size()];
    for (int t = 0; t < slices.length; t++) {
      slices[t] = new TableShard(tables.get(t), partition);
      undo[t] = new UndoLog(tables.get(t));
    }
    this.first = new OpenVersion(tables, partition);
    this.second = new OpenVersion(tables, partition);
  }

  int partition() {
    return partition;
  }

  TableShard slice(int table) {
    return slices[table];
  }

  long term() {
    return term;
  }

  long line() {
    return line;
  }

  long committed() {
    return committed;
  }

  /** Whether c+1 is computed and waits for its commit. */
  boolean isTentative() {
    return tentative;
  }

  /** Whether this replica holds the rows of its line, so that it can serve requests. */
  boolean isFollowing() {
    return loaded;
  }

  /**
   * The metrics of the versions after {@code since} that are committed here, as far as they are
   * kept.
   */
  List<Metrics> metricsSince(long since) {
    return metrics.newest(committed - since);
  }

  /** A stream of the rows that a replica elsewhere lacks, beginning with all rows. */
  ReplicaStream feed() {
    ReplicaStream feed = new ReplicaStream(this, tables);
    feeds.add(feed);
    return feed;
  }

  /** Ends a stream of {@link #feed}. */
  void forget(ReplicaStream feed) {
    feeds.remove(feed);
  }

  /**
   * Adds rows of another replica. Until {@link #learned}, this replica serves nothing.
   *
   * @return false if there is no room for them; nothing has changed then
   */
  boolean learn(Rows rows, MemoryBudget room) {
    if (rows.table() < 0 || rows.table() >= slices.length) {
      throw new IllegalArgumentException("there is no table " + rows.table());
    }
    TableShard slice = slices[rows.table()];
    int stride = slice.table().stride();
    if (rows.cells().length != (long) stride * rows.keys().length) {
      throw new IllegalArgumentException(rows.cells().length + " cells of rows of " + stride);
    }
    if (!slice.fits(room, rows.keys(), 0, rows.keys().length)) {
      return false;
    }
    int before = slice.rows();
    for (int i = 0; i < rows.keys().length; i++) {
      int row = slice.place(rows.keys()[i], partition);
      digest -= digested ? ReplicaDigest.of(slice, row) : 0;
      System.arraycopy(rows.cells(), i * stride, slice.chunk(row), slice.offset(row), stride);
      digest += digested ? ReplicaDigest.of(slice, row) : 0;
      if (slice.table().optimizer().expiry() > 0) {
        slice.dropIfInitial(row);
      }
    }
    room.take((slice.rows() - before) * slice.rowBytes());
    return true;
  }

  /** Marks all rows as received: the replica holds {@code version} of that line. */
  void learned(long itsLine, long version) {
    drop();
    metrics.clear();
    line = itsLine;
    base = version;
    committed = version;
    loaded = true;
  }

  /** The digest of the committed rows, if digests are kept. */
  long digest() {
    return digest;
  }

  /** The digest of the tentative version, if digests are kept. */
  long tentativeDigest() {
    return digest + digestChange;
  }

  /** The metrics of the tentative version. */
  Metrics tentativeMetrics() {
    return first.metrics();
  }

  /**
   * Begins a snapshot of all rows without tentative changes. It replaces a snapshot in progress.
   */
  void beginCut() {
    cut = new ShardSnapshot[slices.length];
    for (int t = 0; t < slices.length; t++) {
      cut[t] = new ShardSnapshot(slices[t]);
    }
    if (tentative) {
      keepForCut();
    }
  }

  ShardSnapshot[] cut() {
    return cut;
  }

  void endCut() {
    cut = null;
  }

  /** Puts the rows that the tentative version changed into the snapshot, as they were before. */
  private void keepForCut() {
    for (int t = 0; t < slices.length; t++) {
      cut[t].keep(first.touched(t), undo[t]);
    }
  }

  /** Fills in a row of the version that is to be loaded. */
  void fill(int table, long key, float[] cells) {
    TableShard slice = slices[table];
    int row = tables.get(table).spec().isDense() ? slice.index().find(key) : slice.reserve(key);
    System.arraycopy(cells, 0, slice.chunk(row), slice.offset(row), tables.get(table).stride());
  }

  /** Marks all rows of this version as filled in. */
  void filled(long version) {
    filled = version;
    isFilled = true;
  }

  /** Takes the term if it is not lower than its own. */
  void seal(long newTerm) {
    term = Math.max(term, newTerm);
  }

  /** Accepts {@code E ≥ own E, L' > L}; the same line again changes nothing. */
  boolean accepts(long newTerm, long newLine) {
    return newTerm >= term && newLine > line;
  }

  /**
   * Takes a line that it {@link #accepts}.
   *
   * @return whether the replica is at {@code newBase} on that line
   */
  boolean newLine(long newTerm, long newLine, long newBase, long lineOfBase, long lastBack) {
    if (!loaded || line < lastBack) {
      // The job went back to a checkpoint since, so the rows here are of another past.
      load(newBase);
    } else if (committed == newBase) {
      drop();
    } else if (committed == newBase - 1 && line == lineOfBase && tentative) {
      // The base is the tentative version here, whose commit has not arrived.
      commitTentative();
      drop();
    } else {
      drop();
      loaded = false; // another version: this replica has to be rebuilt
    }
    term = newTerm;
    line = newLine;
    base = newBase;
    return loaded;
  }

  /** The verdict on a push. */
  Verdict weigh(Push push) {
    Verdict verdict = weighLine(push.line());
    if (verdict != Verdict.TAKE) {
      return verdict;
    }
    long version = push.version();
    if (version <= committed) {
      return version <= base ? Verdict.OLD_VERSION : Verdict.KNOWN;
    }
    if (version > committed + 2) {
      return Verdict.TOO_FAR_AHEAD;
    }
    OpenVersion open = open(version);
    if (!open.agrees(push)) {
      return Verdict.SHARES_DIFFER;
    }
    return open.has(push.share()) ? Verdict.KNOWN : Verdict.TAKE;
  }

  /** The verdict on an update that has not been seen. */
  Verdict weigh(Update update) {
    Verdict verdict = weighLine(update.line());
    if (verdict != Verdict.TAKE) {
      return verdict == Verdict.WAIT ? Verdict.NOT_FOLLOWING : verdict;
    }
    if (update.version() > committed + 1) {
      return Verdict.TOO_FAR_AHEAD;
    }
    return update.version() <= committed || tentative ? Verdict.OLD_VERSION : Verdict.TAKE;
  }

  /** The verdict on a pull. */
  Verdict weighPull(long pullLine, long version) {
    Verdict verdict = weighLine(pullLine);
    if (verdict != Verdict.TAKE) {
      return verdict;
    }
    if (version < committed) {
      return Verdict.OLD_VERSION;
    }
    boolean readable = version == committed || (exposure && tentative && version == committed + 1);
    return readable ? Verdict.TAKE : Verdict.WAIT;
  }

  /** Takes the header of a push that was weighed {@link Verdict#TAKE}. */
  void enter(Push push) {
    open(push.version()).enter(push);
  }

  /** Adds one segment of a push whose header was entered; its sums begin at {@code from}. */
  void add(long version, RowList list, int segment, long[] sums, int from) {
    int table = list.table(segment);
    open(version).touched(table).add(list, segment, sums, from);
  }

  /** Computes c+1 in place if it has all shares and is not computed yet. */
  boolean computeIfFull() {
    if (tentative || !first.isFull()) {
      return false;
    }
    for (int t = 0; t < slices.length; t++) {
      compute(t);
    }
    becomeTentative();
    return true;
  }

  /**
   * Computes {@code version} in place by a row update. Does nothing if the version is void, is not
   * the next one here, or is computed already.
   */
  void update(long itsLine, long version, RowUpdate update) {
    if (!loaded || itsLine != line || version != committed + 1 || tentative) {
      return;
    }
    if (!first.isUntouched()) {
      throw new IllegalStateException("version " + version + " has shares, yet updates rows");
    }
    if (update.table() < slices.length) { // the stand-in of a lane without partitions has no table
      compute(update);
    }
    becomeTentative();
  }

  /**
   * Closes {@code version}, which updates have made, if it is the next one here: it takes no more
   * updates. There is nothing to undo, so a new line reopens it.
   */
  void close(long itsLine, long version) {
    if (loaded && itsLine == line && version == committed + 1 && !tentative) {
      tentative = true;
    }
  }

  /** Commits {@code version} if it is tentative. */
  Commitment commit(long commitLine, long version) {
    if (commitLine < line || (commitLine == line && version <= committed)) {
      return Commitment.OLD_NEWS;
    }
    if (commitLine > line || version != committed + 1 || !tentative) {
      return Commitment.NOT_COMPLETE;
    }
    commitTentative();
    return Commitment.DONE;
  }

  /** Copies the weights that {@code rows} have at {@code version}. */
  void readWeights(int table, int[] rows, int from, int count, long version, float[] target) {
    slices[table].readWeights(rows, from, count, target);
    if (tentative && version == committed) {
      undoWeights(table, rows, from, count, target);
    }
  }

  /** Copies the weights that all rows of a dense table have at {@code version}. */
  void readWeights(int table, long version, float[] target) {
    slices[table].readWeights(target);
    if (tentative && version == committed && first.touched(table).size() > 0) {
      undo[table].readWeights(slices[table].rows(), target);
    }
  }

  /** Copies a whole row as it is committed. */
  void readCommitted(int table, int row, float[] target) {
    TableShard slice = slices[table];
    int slot = tentative ? first.touched(table).slot(row) : -1;
    if (slot < 0) {
      System.arraycopy(slice.chunk(row), slice.offset(row), target, 0, target.length);
    } else {
      System.arraycopy(undo[table].cells(), undo[table].offset(slot), target, 0, target.length);
    }
  }

  /** Copies {@code rows[from .. from+count-1]} as they are committed, one after the other. */
  void readCommitted(int table, int[] rows, int from, int count, float[] target) {
    slices[table].readRows(rows, from, count, target);
    if (!tentative) {
      return;
    }
    GradientAccumulator touched = first.touched(table);
    int stride = slices[table].table().stride();
    for (int i = 0; i < count; i++) {
      int slot = touched.slot(rows[from + i]);
      if (slot >= 0) {
        System.arraycopy(undo[table].cells(), undo[table].offset(slot), target, i * stride, stride);
      }
    }
  }

  private Verdict weighLine(long itsLine) {
    if (itsLine > line) {
      return Verdict.WAIT;
    }
    if (itsLine < line) {
      return Verdict.OLD_LINE;
    }
    return loaded ? Verdict.TAKE : Verdict.NOT_FOLLOWING;
  }

  private OpenVersion open(long version) {
    return version == committed + 1 ? first : second;
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

  private void becomeTentative() {
    tentative = true;
    if (cut != null) {
      keepForCut();
    }
    digestChange = 0;
    if (digested) {
      for (int t = 0; t < slices.length; t++) {
        digestChange += ReplicaDigest.change(slices[t], first.touched(t), undo[t]);
      }
    }
  }

  private void compute(int t) {
    Table table = tables.get(t);
    TableShard slice = slices[t];
    GradientAccumulator touched = first.touched(t);
    UndoLog log = undo[t];
    Optimizer.Step step = table.optimizer().step(committed + 1, first.records());
    int size = touched.size();
    log.reset(size);
    stepping.step(step, slice, touched.rows(), 0, size, touched.sums(), 0, log);
    if (table.optimizer().expiry() > 0) {
      RowExpiry.sweep(committed + 1, slice, (SparseAccumulator) touched, log);
    }
  }

  private void compute(RowUpdate update) {
    updated = update.table();
    try {
      update.compute(slices[updated], first.touched(updated), undo[updated]);
    } catch (FailureException e) {
      forgetUpdate();
      throw e;
    }
  }

  private void commitTentative() {
    committed++;
    tentative = false;
    for (ReplicaStream feed : feeds) {
      for (int t = 0; t < slices.length; t++) {
        feed.changed(t, first.touched(t));
      }
    }
    digest += digestChange;
    if (partition == 0) {
      metrics.add(first.metrics());
    }
    first.clear();
    forgetUpdate();
    OpenVersion emptied = first;
    first = second;
    second = emptied;
    recycle();
  }

  /**
   * Releases the rows dropped since the last time, unless a stream or a snapshot refers to rows by
   * number.
   */
  private void recycle() {
    boolean alone = feeds.isEmpty() && cut == null;
    for (int t = 0; t < slices.length && alone; t++) {
      Table table = tables.get(t);
      if (table.optimizer().expiry() > 0 && committed % RowExpiry.parts(table) == 0) {
        recycled |= slices[t].recycle(first.touched(t));
      }
    }
  }

  /** Whether rows have been released since the last call. */
  boolean takeRecycled() {
    boolean taken = recycled;
    recycled = false;
    return taken;
  }

  private void drop() {
    if (tentative) {
      for (int t = 0; t < slices.length; t++) {
        undo[t].restore(first.touched(t), slices[t]);
      }
      tentative = false;
    }
    first.clear();
    forgetUpdate();
    second.clear();
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

  /**
   * Loads a version. Version 0 consists of the initial values, unless it was filled in with rows
   * from which the next version was made. Any other version must have been filled in.
   */
  private void load(long version) {
    drop();
    loaded = version == filled;
    if (!loaded) {
      return;
    }
    if (!isFilled) {
      for (TableShard slice : slices) {
        slice.forgetValues();
      }
    }
    committed = version;
    digest = digested && isFilled ? ReplicaDigest.of(this, tables) : 0;
    feeds.forEach(ReplicaStream::startAgain);
    metrics.clear();
  }
}
