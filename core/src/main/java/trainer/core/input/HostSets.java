package trainer.core.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts of each of many blocks, stored as one number a block: many blocks share the few sets of
 * hosts that a file system's own blocks have.
 */
final class HostSets {
  private final Map<List<String>, Integer> numbers = new HashMap<>();
  private final List<List<String>> sets = new ArrayList<>();
  private int[] setOf = new int[0];

  HostSets() {
    sets.add(List.of());
  }

  void put(int block, List<String> hosts) {
    if (block >= setOf.length) {
      setOf = Arrays.copyOf(setOf, Math.max(block + 1, setOf.length * 2));
    }
    setOf[block] = hosts.isEmpty() ? 0 : numbers.computeIfAbsent(List.copyOf(hosts), this::add);
  }

  private int add(List<String> hosts) {
    sets.add(hosts);
    return sets.size() - 1;
  }

  List<String> of(int block) {
    return sets.get(block < setOf.length ? setOf[block] : 0);
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }
}
