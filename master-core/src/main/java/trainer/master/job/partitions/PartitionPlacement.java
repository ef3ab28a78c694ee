package trainer.master.job.partitions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import trainer.core.id.Incarnation;
import trainer.core.table.HashRing;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;
import trainer.master.job.members.Member;

/** Maps of partitions to pservers: pure functions of the map before and of the live pservers. */
public final class PartitionPlacement {
  private PartitionPlacement() {}

  /** A map over these pservers, independent of any map before; of none, it has no partitions. */
  static PartitionMap over(List<Member> pservers, int replicas, long number) {
    if (pservers.isEmpty()) {
      return new PartitionMap(number, List.of(), List.of());
    }
    List<Integer> indices = pservers.stream().map(Member::index).toList();
    Map<Integer, String> hosts =
        pservers.stream().collect(Collectors.toMap(Member::index, Member::host));
    List<List<Integer>> copies =
        HashRing.assign(
                Collections.nCopies(Partitions.COUNT, List.of()), indices, replicas, hosts::get)
            .stream()
            .map(of -> of.stream().map(indices::indexOf).toList())
            .toList();
    return new PartitionMap(number, pservers.stream().map(Member::asPserver).toList(), copies);
  }

  /** Whether the map names this pserver. */
  public static boolean names(PartitionMap map, Incarnation incarnation) {
    return map != null
        && map.pservers().stream().anyMatch(pserver -> pserver.incarnation().equals(incarnation));
  }

  /**
   * The map without a pserver that it names. Empty if a partition would have no replica left: the
   * last one is never left out.
   */
  static Optional<PartitionMap> without(PartitionMap map, Incarnation incarnation) {
    List<PartitionMap.Pserver> left = new ArrayList<>(map.pservers());
    left.removeIf(pserver -> pserver.incarnation().equals(incarnation));
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

  /** The same replicas under the next number. */
  static PartitionMap next(PartitionMap map) {
    return new PartitionMap(map.number() + 1, map.pservers(), map.copies());
  }

  /**
   * The map with further replicas on a pserver. In each partition, the first replica, from which
   * rows are pulled, is the one whose pserver serves the fewest partitions so far.
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

  /** Whether each partition of a pserver has a replica on another pserver that is {@code well}. */
  static boolean isCovered(PartitionMap map, Incarnation incarnation, Predicate<Incarnation> well) {
    for (List<Integer> copies : map.copies()) {
      List<Incarnation> holders =
          copies.stream().map(at -> map.pservers().get(at).incarnation()).toList();
      if (holders.contains(incarnation)
          && holders.stream().noneMatch(other -> !other.equals(incarnation) && well.test(other))) {
        return false;
      }
    }
    return true;
  }
}
