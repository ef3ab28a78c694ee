package trainer.pserver.replica;

import trainer.pserver.store.MemoryBudget;

/**
 * The rows of a checkpoint on their way into the replicas of a lane, which have no rows yet. A line
 * then loads them as its base. Confined to one thread, before the lane has the replicas.
 */
public final class CheckpointLoad {
  private static final long RESERVED_AT_ONCE = 1024;

  private final HeldReplicas held;
  private final SeenUpdates seen;
  private final MemoryBudget room;

  /** The number of rows that memory is reserved for and that have not arrived yet. */
  private long reserved;

  CheckpointLoad(HeldReplicas held, SeenUpdates seen, MemoryBudget room) {
    this.held = held;
    this.seen = seen;
    this.room = room;
  }

  /**
   * Adds a row of a partition that is held.
   *
   * @param cells the weights and perhaps the state of the row, of which the first {@code count} are
   *     set; the others keep their initial values
   * @return false if there is no room for it
   */
  public boolean add(int table, int partition, long key, float[] cells, int count) {
    VersionedRows rows = held.of(partition).rows();
    if (reserved == 0) {
      long bytes = RESERVED_AT_ONCE * rows.shard(table).rowBytes();
      if (!room.finds(bytes)) {
        return false;
      }
      room.take(bytes);
      reserved = RESERVED_AT_ONCE;
    }
    reserved--;
    rows.fill(table, key, cells, count);
    return true;
  }

  /**
   * Marks all rows of this version as added.
   *
   * @param updates the number of updates that the version includes
   */
  public void complete(long version, long updates) {
    seen.begin(updates);
    for (PartitionReplica replica : held.all()) {
      replica.filled(version);
    }
  }
}
