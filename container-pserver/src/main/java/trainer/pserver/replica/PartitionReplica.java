package trainer.pserver.replica;

import java.util.List;
import trainer.core.id.Term;
import trainer.core.message.Metrics;
import trainer.core.table.TableRows;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Table;

/**
 * One replica of one partition: its term, its line and the rules of the commit protocol. {@link
 * VersionedRows} holds its rows.
 *
 * <pre>
 *            Push … last share        Commit(c+1)
 *   at c ─────────────────────→ tentative ──────→ at c+1
 *    ↑         compute c+1          │
 *    └──────────────────────────────┘ NewLine(base c): undo
 * </pre>
 */
final class PartitionReplica {
  private final int partition;
  private final List<Table> tables;
  private final boolean exposure;
  private final VersionedRows rows;
  private final MetricsLog metrics = new MetricsLog();
  private Term term = Term.NONE;
  private long line;
  private long base;
  private boolean loaded;

  /** The version that a line can load: initially 0, which needs no filling. */
  private long filled;

  private boolean isFilled;

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
    this.exposure = exposure;
    this.rows = new VersionedRows(partition, tables, stepping, digested);
  }

  int partition() {
    return partition;
  }

  VersionedRows rows() {
    return rows;
  }

  Term term() {
    return term;
  }

  long line() {
    return line;
  }

  long committed() {
    return rows.committed();
  }

  /** Whether c+1 is computed and waits for its commit. */
  boolean isTentative() {
    return rows.isTentative();
  }

  /** Whether this replica holds the rows of its line, so that it can serve requests. */
  boolean isFollowing() {
    return loaded;
  }

  /** The metrics of the tentative version. */
  Metrics tentativeMetrics() {
    return rows.open(committed() + 1).metrics();
  }

  /**
   * The metrics of the versions after {@code since} that are committed here, as far as they are
   * kept.
   */
  List<Metrics> metricsSince(long since) {
    return metrics.newest(committed() - since);
  }

  /** A stream of the rows that a replica elsewhere lacks, beginning with all rows. */
  ReplicaStream stream() {
    ReplicaStream stream = new ReplicaStream(this, tables);
    rows.readers().add(stream);
    return stream;
  }

  /**
   * Adds rows of another replica. Until {@link #learned}, this replica serves nothing.
   *
   * @return false if there is no room for them; nothing has changed then
   */
  boolean learn(TableRows received, MemoryBudget room) {
    return rows.add(received, room);
  }

  /** Marks all rows as received: the replica holds {@code version} of that line. */
  void learned(long itsLine, long version) {
    rows.become(version);
    metrics.clear();
    line = itsLine;
    base = version;
    loaded = true;
  }

  /** Marks all rows of this version as filled in. */
  void filled(long version) {
    filled = version;
    isFilled = true;
  }

  /** Takes the term if it is not lower than its own. */
  void seal(Term newTerm) {
    term = new Term(Math.max(term.number(), newTerm.number()));
  }

  /** Accepts {@code E ≥ own E, L' > L}; the same line again changes nothing. */
  boolean accepts(Term newTerm, long newLine) {
    return newTerm.number() >= term.number() && newLine > line;
  }

  /**
   * Takes a line that it {@link #accepts}.
   *
   * @return whether the replica is at {@code newBase} on that line
   */
  boolean newLine(Term newTerm, long newLine, long newBase, long lineOfBase, long lastBack) {
    if (!loaded || line < lastBack) {
      // The job went back to a checkpoint since, so the rows here are of another past.
      load(newBase);
    } else if (committed() == newBase) {
      rows.undo();
    } else if (committed() == newBase - 1 && line == lineOfBase && isTentative()) {
      // The base is the tentative version here, whose commit has not arrived.
      commitTentative();
      rows.undo();
    } else {
      rows.undo();
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
    long committed = committed();
    if (version <= committed) {
      return version <= base ? Verdict.OLD_VERSION : Verdict.KNOWN;
    }
    if (version > committed + 2) {
      return Verdict.TOO_FAR_AHEAD;
    }
    OpenVersion open = rows.open(version);
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
    if (update.version() > committed() + 1) {
      return Verdict.TOO_FAR_AHEAD;
    }
    return isNext(update.version()) ? Verdict.TAKE : Verdict.OLD_VERSION;
  }

  /** The verdict on a pull. */
  Verdict weighPull(long pullLine, long version) {
    Verdict verdict = weighLine(pullLine);
    if (verdict != Verdict.TAKE) {
      return verdict;
    }
    long committed = committed();
    if (version < committed) {
      return Verdict.OLD_VERSION;
    }
    boolean isExposed = exposure && isTentative() && version == committed + 1;
    return version == committed || isExposed ? Verdict.TAKE : Verdict.WAIT;
  }

  /** Takes the header of a push that was weighed {@link Verdict#TAKE}. */
  void enter(Push push) {
    rows.open(push.version()).enter(push);
  }

  /** Adds one segment of a push whose header was entered; its sums begin at {@code from}. */
  void add(long version, RowList list, int segment, long[] sums, int from) {
    int table = list.table(segment);
    rows.open(version).touched(table).add(list, segment, sums, from);
  }

  /** Computes c+1 in place if it has all shares and is not computed yet. */
  boolean computeIfFull() {
    return rows.computeIfFull();
  }

  /**
   * Computes {@code version} in place by a row update. Does nothing if the version is void, is not
   * the next one here, or is computed already.
   */
  void update(long itsLine, long version, RowUpdate update) {
    if (loaded && itsLine == line && isNext(version)) {
      rows.compute(update);
    }
  }

  /**
   * Closes {@code version}, which updates have made, if it is the next one here: it takes no more
   * updates. There is nothing to undo, so a new line reopens it.
   */
  void close(long itsLine, long version) {
    if (loaded && itsLine == line && isNext(version)) {
      rows.close();
    }
  }

  /** Commits {@code version} if it is tentative. */
  Commitment commit(long commitLine, long version) {
    if (commitLine < line || (commitLine == line && version <= committed())) {
      return Commitment.OLD_NEWS;
    }
    if (commitLine > line || version != committed() + 1 || !isTentative()) {
      return Commitment.NOT_COMPLETE;
    }
    commitTentative();
    return Commitment.DONE;
  }

  private void commitTentative() {
    if (partition == 0) {
      metrics.add(tentativeMetrics());
    }
    rows.commit();
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

  /** Whether {@code version} is c+1, and still open. */
  private boolean isNext(long version) {
    return version == committed() + 1 && !isTentative();
  }

  /**
   * Loads a version. Version 0 consists of the initial values, unless it was filled in with rows
   * from which the next version was made. Any other version must have been filled in.
   */
  private void load(long version) {
    rows.undo();
    loaded = version == filled;
    if (loaded) {
      rows.load(version, isFilled);
      metrics.clear();
    }
  }
}
