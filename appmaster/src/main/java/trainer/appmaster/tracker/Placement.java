package trainer.appmaster.tracker;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import trainer.core.table.HashRing;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;

/** Where copies are, as maps: pure functions of the map before and of who is there. */
final class Placement {
  private Placement() {}

  /** The first map, over these pservers. */
  static PartitionMap first(List<Member> pservers, int replicas) {
    List<Integer> indices = pservers.stream().map(Member::index).toList();
    Map<Integer, String> hosts =
        pservers.stream().collect(Collectors.toMap(Member::index, Member::host));
    List<List<Integer>> copies =
        HashRing.assign(Partitions.COUNT, indices, replicas, hosts::get).stream()
            .map(of -> of.stream().map(indices::indexOf).toList())
            .toList();
    return new PartitionMap(1, pservers.stream().map(Member::asPserver).toList(), copies);
  }
}
