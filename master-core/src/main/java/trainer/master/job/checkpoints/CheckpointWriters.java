package trainer.master.job.checkpoints;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import trainer.core.message.FromMember;
import trainer.core.message.PartFile;
import trainer.core.table.PartitionMap;

/** Who writes which partition of a cut, who has still to begin, and what is written. */
final class CheckpointWriters {
  private final Map<Integer, Long> writers = new TreeMap<>();
  private final Map<Integer, PartFile> parts = new TreeMap<>();
  private final Set<Long> beginning = new HashSet<>();
  private long updates;

  /**
   * Each partition is written by who has its first copy.
   *
   * @param isOpen whether what is cut goes on changing, so that all have to say that they have
   *     begun
   */
  void choose(PartitionMap map, boolean isOpen) {
    clear();
    for (int partition = 0; partition < map.partitions(); partition++) {
      writers.put(partition, map.primary(partition).incarnation());
    }
    if (isOpen) {
      beginning.addAll(writers.values());
    }
  }

  /** The partitions that a pserver is to write. */
  List<Integer> of(long pserver) {
    return writers.entrySet().stream()
        .filter(entry -> entry.getValue() == pserver)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether somebody has still to begin. */
  boolean isBeginning() {
    return !beginning.isEmpty();
  }

  void begun(long pserver) {
    beginning.remove(pserver);
  }

  void written(long pserver, FromMember.CutWritten message) {
    updates = Math.max(updates, message.updates()); // they differ by what is on its way
    for (PartFile part : message.parts()) {
      if (writers.getOrDefault(part.partition(), 0L) == pserver) {
        parts.put(part.partition(), part);
      }
    }
  }

  /** Whether something will not come that has not been written. */
  boolean isAnyGone(LongPredicate isLive) {
    return writers.entrySet().stream()
        .anyMatch(one -> !parts.containsKey(one.getKey()) && !isLive.test(one.getValue()));
  }

  boolean isAllWritten() {
    return parts.size() == writers.size();
  }

  /** What is written, by partition. */
  List<PartFile> parts() {
    return List.copyOf(parts.values());
  }

  /** How many updates had been applied on arrival, at most. */
  long updates() {
    return updates;
  }

  void clear() {
    writers.clear();
    parts.clear();
    beginning.clear();
    updates = 0;
  }
}
