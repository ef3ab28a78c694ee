package trainer.pserver.store;

import java.util.List;
import trainer.core.table.KeyList;

/**
 * The lookup of key lists that workers send: finds the rows of their keys, or reserves them.
 * Decoding guarantees that the keys ascend and belong to their partitions. This class checks that
 * the table exists and that the partition is held here.
 */
public final class KeyLookup {
  /** The shards of the partitions that are held or being learned. */
  public interface HeldShards {
    /** A table's shard of a partition; null if the partition is neither held nor being learned. */
    TableShard of(int partition, int table);
  }

  private final List<Table> tables;
  private final int partitions;
  private final HeldShards held;
  private final MemoryBudget room;

  /** By table; null for a table whose rows expire, or where there is no room. */
  private final DirectRows[] direct;

  /** Whether rows of any table expire. */
  private final boolean moving;

  /** The number of times that other partitions were held or learned. */
  private long changes;

  /**
   * @param partitions the number of partitions of the model, held here or not
   */
  public KeyLookup(List<Table> tables, int partitions, HeldShards held, MemoryBudget room) {
    this.tables = tables;
    this.partitions = partitions;
    this.held = held;
    this.room = room;
    this.direct = new DirectRows[tables.size()];
    this.moving = tables.stream().anyMatch(table -> table.optimizer().expiry() > 0);
    for (int t = 0; t < direct.length; t++) {
      direct[t] = tables.get(t).optimizer().expiry() > 0 ? null : new DirectRows(room);
    }
  }

  /** Checks a list, and looks its keys up. For training they get rows if there is room. */
  public RowList lookUp(KeyList keys, boolean training, long age) {
    int floats = 0;
    for (int s = 0; s < keys.segments(); s++) {
      check(keys, s);
      floats = Math.addExact(floats, Math.multiplyExact(keys.count(s), width(keys, s)));
    }
    RowList list = new RowList(keys, training, moving, floats);
    place(list, age);
    return list;
  }

  /**
   * Looks the keys of a list up, if that was not done or rows have been released since. The keys of
   * a list for training get rows.
   *
   * @param age the number of times that rows have been released
   * @return false if there is no room for them yet
   */
  public boolean place(RowList list, long age) {
    if (!list.isTraining()) {
      find(list, age + changes);
      return true;
    }
    if (list.isPlaced(age)) {
      return true;
    }
    int[] rows = reserve(list.keys());
    if (rows != null) {
      list.place(rows, age, moving ? list.keys() : withoutKeys(list.keys()));
    }
    return rows != null;
  }

  /** Finds the rows of a list for reading, unless they are known and no row was added since. */
  private void find(RowList list, long age) {
    KeyList keys = list.keys();
    TableShard[] shards = shards(keys);
    long held = 0;
    for (TableShard shard : shards) {
      held += shard == null ? 0 : shard.rows();
    }
    boolean isComplete = list.absent() == 0 || (!moving && held == list.rowsThen());
    if (list.isPlaced(age) && isComplete) {
      return;
    }
    int[] rows = new int[keys.starts()[keys.segments()]];
    int absent = 0;
    for (int from = 0, end; from < keys.segments(); from = end) {
      end = endOfTable(keys, from);
      absent += find(keys, from, end, shards, rows);
    }
    list.find(rows, age, absent, held);
  }

  /** Finds the rows of one table's segments, and returns the number of keys without a row. */
  private int find(KeyList keys, int from, int end, TableShard[] shards, int[] rows) {
    int table = keys.tables()[from];
    if (direct[table] == null) {
      for (int s = from; s < end; s++) {
        if (shards[s] != null) {
          shards[s].find(keys.keys(), keys.starts()[s], keys.count(s), rows);
        }
      }
    } else {
      direct[table].find(keys, from, end, shards, rows, rowsHeld(table));
    }
    int absent = 0;
    for (int i = keys.starts()[from]; i < keys.starts()[end]; i++) {
      absent -= rows[i] >> 31;
    }
    return absent;
  }

  private static int endOfTable(KeyList keys, int from) {
    int end = from + 1;
    while (end < keys.segments() && keys.tables()[end] == keys.tables()[from]) {
      end++;
    }
    return end;
  }

  private static KeyList withoutKeys(KeyList keys) {
    return new KeyList(keys.tables(), keys.partitions(), keys.starts(), new long[0], keys.whole());
  }

  /**
   * Reserves rows; null if there is no room. Some rows may be reserved by then, which carries no
   * meaning.
   */
  private int[] reserve(KeyList keys) {
    int[] rows = new int[keys.starts()[keys.segments()]];
    TableShard[] shards = shards(keys);
    for (int from = 0, end; from < keys.segments(); from = end) {
      end = endOfTable(keys, from);
      if (!reserve(keys, from, end, shards, rows)) {
        return null;
      }
    }
    return rows;
  }

  /** The shard of each segment; null if nothing is to be reserved, or the partition is not here. */
  private TableShard[] shards(KeyList keys) {
    TableShard[] shards = new TableShard[keys.segments()];
    for (int s = 0; s < shards.length; s++) {
      // A list that is renewed may name a partition that has moved away and has no shard here.
      boolean isNothing = keys.isWhole(s) || keys.count(s) == 0;
      shards[s] = isNothing ? null : held.of(keys.partitions()[s], keys.tables()[s]);
    }
    return shards;
  }

  /** Reserves the rows of one table's segments. */
  private boolean reserve(KeyList keys, int from, int end, TableShard[] shards, int[] rows) {
    int table = keys.tables()[from];
    DirectRows known = direct[table];
    if (known != null && known.reserve(keys, from, end, shards, rows, rowsHeld(table))) {
      return true;
    }
    direct[table] = null; // the direct index only saves time, and rows take precedence
    for (int s = from; s < end; s++) {
      int start = keys.starts()[s];
      if (shards[s] != null && !shards[s].reserve(room, keys.keys(), start, keys.count(s), rows)) {
        return false;
      }
    }
    direct[table] = known == null ? null : new DirectRows(room);
    return true;
  }

  /** Forgets partitions that are no longer held or learned. */
  public void heldChanged() {
    changes++;
    for (int table = 0; table < direct.length; table++) {
      for (int p = 0; direct[table] != null && p < partitions; p++) {
        direct[table].forget(p, held.of(p, table));
      }
    }
  }

  /** The memory of the direct index of a table. */
  public long bytes(int table) {
    return direct[table] == null ? 0 : direct[table].bytes();
  }

  private long rowsHeld(int table) {
    long rows = 0;
    for (int p = 0; p < partitions; p++) {
      TableShard shard = held.of(p, table);
      rows += shard == null ? 0 : shard.rows();
    }
    return rows;
  }

  private void check(KeyList keys, int segment) {
    int table = keys.tables()[segment];
    int partition = keys.partitions()[segment];
    require(table >= 0 && table < tables.size(), "there is no table ", table);
    require(
        partition >= 0 && partition < partitions && held.of(partition, table) != null,
        "not held here: partition ",
        partition);
    if (tables.get(table).spec().isDense()) {
      int held = tables.get(table).keys(partition).size();
      require(keys.whole()[segment] == held, "not listed whole: dense table ", table);
      return;
    }
    require(!keys.isWhole(segment), "not dense: table ", table);
  }

  private int width(KeyList keys, int segment) {
    return tables.get(keys.tables()[segment]).width();
  }

  private static void require(boolean holds, String what, long number) {
    if (!holds) {
      throw new IllegalArgumentException(what + number);
    }
  }
}
