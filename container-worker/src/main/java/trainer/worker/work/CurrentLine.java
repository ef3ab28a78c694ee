package trainer.worker.work;

import trainer.core.table.PartitionMap;

/**
 * The line in force: its number, its newest map, and the newest version known to be committed on
 * it. There is no work before the first map.
 */
final class CurrentLine {
  private long number;
  private PartitionMap map;
  private long committed;

  long number() {
    return number;
  }

  /** The map; null before the first one. */
  PartitionMap map() {
    return map;
  }

  long committed() {
    return committed;
  }

  /** Whether work of that line can be accepted. */
  boolean accepts(long line) {
    return line == number && map != null;
  }

  /** Whether an announced line or map is newer than the present one. */
  boolean isOlderThan(long newLine, PartitionMap newMap) {
    return newLine > number || (newLine == number && isNewer(newMap));
  }

  private boolean isNewer(PartitionMap newMap) {
    return newMap != null && (map == null || newMap.number() > map.number());
  }

  /** Enters a line that begins at {@code base}. */
  void begin(long newLine, long base) {
    number = newLine;
    committed = base;
  }

  void enter(PartitionMap newMap) {
    map = newMap;
  }

  /** Takes a version that is known to be committed. */
  void onCommitted(long version) {
    committed = Math.max(committed, version);
  }
}
