package trainer.core.table;

import java.util.List;
import trainer.core.id.Incarnation;

/**
 * The placement of partitions on pserver processes: the in-sync replicas of the journal's map.
 *
 * @param number raised with every change; a routing hint on the data path, not a safety check
 * @param pservers the processes named by {@code copies}
 * @param copies for each partition the positions in {@code pservers} of its replicas, the first
 *     preferred for pulls
 */
public record PartitionMap(long number, List<Pserver> pservers, List<List<Integer>> copies) {
  public PartitionMap {
    pservers = List.copyOf(pservers);
    copies = copies.stream().map(List::copyOf).toList();
  }

  /**
   * A pserver process as workers reach it.
   *
   * @param incarnation the number it was given when it registered
   * @param index its index in the job
   * @param host host or address it announced
   * @param port port of its bulk listener
   * @param lanes threads that own partitions; partition p belongs to lane p mod lanes, and a worker
   *     opens one connection to each
   */
  public record Pserver(Incarnation incarnation, int index, String host, int port, int lanes) {}

  /** The number of partitions; it never changes in a job. */
  public int partitions() {
    return copies.size();
  }

  /** Whether the pserver of that index holds {@code partition}. */
  public boolean holds(int index, int partition) {
    return copies.get(partition).stream().anyMatch(at -> pservers.get(at).index() == index);
  }

  /** The pserver to pull {@code partition} from. */
  public Pserver primary(int partition) {
    return pservers.get(copies.get(partition).get(0));
  }
}
