package trainer.master.job.allocation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.input.BlockIndex;

/** The hosts that store an input, for asks of workers near it. */
final class HostRanking {
  private HostRanking() {}

  /**
   * The hosts of all blocks, those with most bytes first, and by name where they have as many;
   * empty where the hosts are not known.
   */
  static List<String> of(BlockIndex index) {
    if (!index.knowsHosts()) {
      return List.of();
    }
    Map<String, Long> bytes = new HashMap<>();
    for (int block = 0; block < index.size(); block++) {
      long length = index.block(block).length();
      index.hosts(block).forEach(host -> bytes.merge(host, length, Long::sum));
    }
    return bytes.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
