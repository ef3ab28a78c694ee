package trainer.master.job.checkpoints;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import trainer.core.id.Incarnation;
import trainer.core.message.FromPserver;
import trainer.core.message.PartFile;
import trainer.core.table.PartitionMap;

/**
 * The pservers that write a checkpoint: the partitions of each, the pservers that have still to
 * begin, and the parts written so far.
 */
final class CheckpointWriters {
  private final Map<Integer, Incarnation> writers = new TreeMap<>();
  private final Map<Integer, PartFile> parts = new TreeMap<>();
  private final Set<Incarnation> beginning = new HashSet<>();
  private long updates;

  /**
   * Assigns each partition to the pserver of its primary replica.
   *
   * @param isOpen whether the version goes on changing, so that each pserver has to report that it
   *     has begun
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

  /** The partitions that a pserver writes. */
  List<Integer> of(Incarnation pserver) {
    return writers.entrySet().stream()
        .filter(entry -> entry.getValue().equals(pserver))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether a pserver has still to begin. */
  boolean isBeginning() {
    return !beginning.isEmpty();
  }

  void onBegun(Incarnation pserver) {
    beginning.remove(pserver);
  }

  void onWritten(Incarnation pserver, FromPserver.CheckpointWritten message) {
    updates = Math.max(updates, message.updates()); // counts differ by updates still in flight
    for (PartFile part : message.parts()) {
      if (pserver.equals(writers.get(part.partition()))) {
        parts.put(part.partition(), part);
      }
    }
  }

  /** Whether a pserver is gone that has not written its part. */
  boolean isAnyGone(Predicate<Incarnation> isLive) {
    return writers.entrySet().stream()
        .anyMatch(one -> !parts.containsKey(one.getKey()) && !isLive.test(one.getValue()));
  }

  boolean isAllWritten() {
    return parts.size() == writers.size();
  }

  /** The parts written so far, by partition. */
  List<PartFile> parts() {
    return List.copyOf(parts.values());
  }

  /** The largest number of updates applied on arrival that a pserver reported. */
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
