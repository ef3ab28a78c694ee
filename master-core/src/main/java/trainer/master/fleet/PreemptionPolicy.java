package trainer.master.fleet;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import trainer.core.job.Role;

/**
 * Selects the containers to return to a cluster that wants some back and leaves the choice. In
 * place of a pserver, whose partitions would have to move, it returns the newest worker of the same
 * job that is as large. The job's last worker is no replacement. Without one, the pserver itself is
 * returned.
 */
final class PreemptionPolicy {
  /** The time for which the cluster still names a container after it received a replacement. */
  private static final long SETTLED = Duration.ofSeconds(15).toNanos();

  private final Map<AllocatedContainer, Long> sparedUntil = new HashMap<>();

  /**
   * Selects the containers to return.
   *
   * @param wanted the containers that the cluster will take otherwise
   * @param all the existing containers
   */
  Set<AllocatedContainer> of(
      List<AllocatedContainer> wanted,
      Collection<AllocatedContainer> all,
      Function<AllocatedContainer, ContainerSize> size,
      long now) {
    sparedUntil.values().removeIf(until -> until <= now);
    Set<AllocatedContainer> given = new LinkedHashSet<>();
    wanted.stream().filter(one -> isWorker(one) && !one.isGivenBack()).forEach(given::add);
    for (AllocatedContainer pserver : wanted) {
      if (!isWorker(pserver) && !pserver.isGivenBack() && !sparedUntil.containsKey(pserver)) {
        Optional<AllocatedContainer> worker = instead(pserver, given, all, size);
        worker.ifPresent(one -> sparedUntil.put(pserver, now + SETTLED));
        given.add(worker.orElse(pserver));
      }
    }
    return given;
  }

  private static Optional<AllocatedContainer> instead(
      AllocatedContainer pserver,
      Set<AllocatedContainer> given,
      Collection<AllocatedContainer> all,
      Function<AllocatedContainer, ContainerSize> size) {
    List<AllocatedContainer> left =
        all.stream()
            .filter(one -> isWorker(one) && one.isLaunched() && !one.isGivenBack())
            .filter(one -> one.slot().job().equals(pserver.slot().job()) && !given.contains(one))
            .toList();
    ContainerSize least = size.apply(pserver);
    return left.stream()
        .filter(one -> left.size() > 1 && size.apply(one).holds(least))
        .max(Comparator.comparing(one -> one.slot().index()));
  }

  private static boolean isWorker(AllocatedContainer container) {
    return container.slot().role() == Role.WORKER;
  }
}
