package trainer.pserver.replica;

import java.util.Map;
import java.util.TreeMap;
import trainer.core.id.Term;
import trainer.core.table.Partitions;
import trainer.core.table.TableRows;
import trainer.pserver.store.KeyLookup;
import trainer.pserver.store.MemoryBudget;

/**
 * The learners of a lane: replicas that receive the rows of replicas elsewhere, and serve nothing
 * until a line's map lets the lane hold them. Confined to the thread of its lane.
 */
public final class LearnerReplicas {
  private final HeldReplicas held;
  private final KeyLookup lookup;
  private final MemoryBudget room;

  LearnerReplicas(HeldReplicas held, KeyLookup lookup, MemoryBudget room) {
    this.held = held;
    this.lookup = lookup;
    this.room = room;
  }

  /**
   * Begins to learn these partitions. Rows learned earlier for partitions that were never held are
   * discarded.
   *
   * @param ofMap the partitions held according to the map, disjoint from {@code partitions}. An
   *     empty set replaces the partitions held until now.
   */
  public void begin(Term term, int[] ofMap, int[] partitions) {
    if (ofMap.length == 0 && held.partitions().length > 0) {
      held.hold(ofMap);
    }
    held.dropLearners();
    for (PartitionReplica replica : held.all()) {
      replica.seal(term);
    }
    for (int partition : partitions) {
      held.learn(partition);
    }
    lookup.heldChanged();
  }

  /**
   * Adds rows to a partition that is being learned; rows of any other partition are ignored.
   *
   * @return false if there is no room for them
   */
  public boolean add(int partition, TableRows rows) {
    PartitionReplica learner = held.learner(partition);
    return learner == null || learner.learn(rows, room);
  }

  /** Discards all learners, because there is no room for them. */
  public void discard() {
    held.dropLearners();
    lookup.heldChanged();
  }

  /**
   * Marks all partitions being learned as complete at this version of this line.
   *
   * @return the digest of each; meaningful only if digests are kept
   */
  public Map<Integer, Long> complete(long line, long version) {
    Map<Integer, Long> digests = new TreeMap<>();
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      PartitionReplica learner = held.learner(partition);
      if (learner != null) {
        learner.learned(line, version);
        digests.put(partition, learner.rows().digest());
      }
    }
    return digests;
  }
}
