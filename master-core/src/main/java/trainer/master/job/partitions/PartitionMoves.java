package trainer.master.job.partitions;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trainer.core.table.HashRing;
import trainer.core.table.PartitionMap;
import trainer.master.job.members.Member;

/**
 * The moves from the replicas of a map to the replicas of a target: those to be learnt, and those
 * in surplus. A pure function of the map and of its future holders.
 *
 * @param target for each partition the indices of the pservers that are to hold it
 * @param replicas the number of replicas that each partition is to have
 */
record PartitionMoves(PartitionMap map, List<List<Integer>> target, int replicas) {
  /** The moves after which these holders have all partitions, as evenly as possible. */
  static PartitionMoves of(PartitionMap map, List<Member> holders, int replicas) {
    Map<Integer, String> hosts =
        holders.stream().collect(Collectors.toMap(Member::index, Member::host));
    List<Integer> indices = holders.stream().map(Member::index).toList();
    List<List<Integer>> now =
        IntStream.range(0, map.partitions()).mapToObj(p -> indices(map, p)).toList();
    return new PartitionMoves(map, HashRing.assign(now, indices, replicas, hosts::get), replicas);
  }

  private static List<Integer> indices(PartitionMap map, int partition) {
    return map.copies().get(partition).stream().map(at -> map.pservers().get(at).index()).toList();
  }

  /**
   * The partitions that this pserver is to learn because they have too few replicas; those with the
   * fewest come first.
   */
  List<Integer> lost(int index) {
    return lacking(index).stream()
        .filter(partition -> map.copies().get(partition).size() < replicas)
        .sorted(Comparator.comparing(partition -> map.copies().get(partition).size()))
        .toList();
  }

  /**
   * The partitions that this pserver is to learn from another that gives them up. Partitions with a
   * replica on a pserver that is not wanted come first.
   */
  List<Integer> moving(int index, IntPredicate isWanted) {
    return lacking(index).stream()
        .filter(partition -> map.copies().get(partition).size() >= replicas)
        .sorted(
            Comparator.comparing(
                partition -> indices(map, partition).stream().allMatch(isWanted::test)))
        .toList();
  }

  private List<Integer> lacking(int index) {
    return IntStream.range(0, map.partitions())
        .filter(partition -> target.get(partition).contains(index))
        .filter(partition -> !map.holds(index, partition))
        .boxed()
        .toList();
  }

  /** The number of replicas that have still to be learnt. */
  int remaining() {
    return target.stream().flatMap(List::stream).distinct().mapToInt(i -> lacking(i).size()).sum();
  }

  /** Whether there are replicas that are not needed any more. */
  boolean isAnySurplus() {
    return map.copies().stream().anyMatch(of -> of.size() > replicas)
        && IntStream.range(0, map.partitions()).anyMatch(this::isSurplus);
  }

  /** Whether a partition has all replicas of its target, and others too. */
  private boolean isSurplus(int partition) {
    List<Integer> now = indices(map, partition);
    return now.size() > target.get(partition).size() && now.containsAll(target.get(partition));
  }

  /** The map without its surplus replicas, under the same number. */
  PartitionMap withoutSurplus() {
    List<List<PartitionMap.Pserver>> holders = new ArrayList<>();
    for (int partition = 0; partition < map.partitions(); partition++) {
      int of = partition;
      holders.add(
          map.copies().get(of).stream()
              .map(map.pservers()::get)
              .filter(one -> !isSurplus(of) || target.get(of).contains(one.index()))
              .toList());
    }
    List<PartitionMap.Pserver> left =
        map.pservers().stream()
            .filter(one -> holders.stream().anyMatch(of -> of.contains(one)))
            .toList();
    List<List<Integer>> copies =
        holders.stream().map(of -> of.stream().map(left::indexOf).toList()).toList();
    return new PartitionMap(map.number(), left, copies);
  }
}
