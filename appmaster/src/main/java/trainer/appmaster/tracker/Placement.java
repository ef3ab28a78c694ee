package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trainer.core.table.HashRing;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;

/** Where copies are, as maps: pure functions of the map before and of who is there. */
final class Placement {
  private Placement() {}

  /** A map over these pservers, whatever was before. */
  static PartitionMap over(List<Member> pservers, int replicas, long number) {
    List<Integer> indices = pservers.stream().map(Member::index).toList();
    Map<Integer, String> hosts =
        pservers.stream().collect(Collectors.toMap(Member::index, Member::host));
    List<List<Integer>> copies =
        HashRing.assign(Partitions.COUNT, indices, replicas, hosts::get).stream()
            .map(of -> of.stream().map(indices::indexOf).toList())
            .toList();
    return new PartitionMap(number, pservers.stream().map(Member::asPserver).toList(), copies);
  }

  /** Whether the map names this pserver. */
  static boolean names(PartitionMap map, long incarnation) {
    return map != null
        && map.pservers().stream().anyMatch(pserver -> pserver.incarnation() == incarnation);
  }

  /**
   * The map without a pserver that it names; empty if a partition would have no copy left: the last
   * one is never left out.
   */
  static Optional<PartitionMap> without(PartitionMap map, long incarnation) {
    List<PartitionMap.Pserver> left = new ArrayList<>(map.pservers());
    left.removeIf(pserver -> pserver.incarnation() == incarnation);
    List<List<Integer>> copies =
        map.copies().stream()
            .map(
                of ->
                    of.stream()
                        .map(map.pservers()::get)
                        .filter(left::contains)
                        .map(left::indexOf)
                        .toList())
            .toList();
    return left.isEmpty() || copies.stream().anyMatch(List::isEmpty)
        ? Optional.empty()
        : Optional.of(new PartitionMap(map.number() + 1, left, copies));
  }

  /**
   * The partitions that a pserver should hold and does not, those with the fewest copies first. As
   * long as somebody is still to come that is nothing: it has its place on the ring, and a host.
   *
   * @param pservers those that are there
   * @param wanted how many there are to be, with indices from 0
   */
  static List<Integer> lacking(
      PartitionMap map, Member pserver, List<Member> pservers, int wanted, int replicas) {
    if (pserver.index() >= wanted || pservers.size() < wanted) {
      return List.of();
    }
    Map<Integer, String> hosts =
        pservers.stream().collect(Collectors.toMap(Member::index, Member::host));
    List<Integer> indices = IntStream.range(0, wanted).boxed().toList();
    List<List<Integer>> target = HashRing.assign(map.partitions(), indices, replicas, hosts::get);
    return IntStream.range(0, map.partitions())
        .filter(partition -> map.copies().get(partition).size() < replicas)
        .filter(partition -> !holds(map, pserver.incarnation(), partition))
        .filter(partition -> isFor(map, target.get(partition), pserver.index(), partition))
        .boxed()
        .sorted(Comparator.comparing(partition -> map.copies().get(partition).size()))
        .toList();
  }

  /**
   * Whether the ring has it there, or has it where it is and another one is needed all the same.
   */
  private static boolean isFor(PartitionMap map, List<Integer> target, int index, int partition) {
    return target.contains(index) || target.stream().allMatch(other -> map.holds(other, partition));
  }

  private static boolean holds(PartitionMap map, long incarnation, int partition) {
    return map.copies().get(partition).stream()
        .anyMatch(at -> map.pservers().get(at).incarnation() == incarnation);
  }

  /**
   * The map with further copies on a pserver; of each partition that copy is pulled from next that
   * is pulled from least.
   */
  static PartitionMap with(
      PartitionMap map, PartitionMap.Pserver pserver, List<Integer> partitions) {
    List<PartitionMap.Pserver> all = new ArrayList<>(map.pservers());
    if (!names(map, pserver.incarnation())) {
      all.add(pserver);
      all.sort(Comparator.comparingInt(PartitionMap.Pserver::index));
    }
    int[] pulled = new int[all.size()];
    List<List<Integer>> copies = new ArrayList<>();
    for (int partition = 0; partition < map.partitions(); partition++) {
      List<Integer> of = new ArrayList<>();
      map.copies().get(partition).forEach(at -> of.add(all.indexOf(map.pservers().get(at))));
      if (partitions.contains(partition)) {
        of.add(all.indexOf(pserver));
      }
      of.sort(Comparator.comparingInt(at -> pulled[at]));
      pulled[of.get(0)]++;
      copies.add(of);
    }
    return new PartitionMap(map.number() + 1, all, copies);
  }

  /**
   * Whether of each partition that a pserver holds somebody who is {@code well} has a copy, too.
   */
  static boolean isCovered(PartitionMap map, long incarnation, LongPredicate well) {
    for (List<Integer> copies : map.copies()) {
      List<Long> holders = copies.stream().map(at -> map.pservers().get(at).incarnation()).toList();
      if (holders.contains(incarnation)
          && holders.stream().noneMatch(other -> other != incarnation && well.test(other))) {
        return false;
      }
    }
    return true;
  }
}
