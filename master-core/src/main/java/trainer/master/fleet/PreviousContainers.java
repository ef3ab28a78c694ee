package trainer.master.fleet;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** The containers granted to earlier masters, from the fleet's journal. */
final class PreviousContainers {
  /**
   * A container without a recorded end.
   *
   * @param launched whether its launch is recorded; if not, it may have been launched all the same
   */
  record Container(
      String id,
      JobId job,
      Role role,
      int index,
      String host,
      boolean launched,
      long grantedAt,
      long launchedAt) {
    private boolean isOf(FleetFact.ContainerNoted noted) {
      return job.toString().equals(noted.job())
          && role.word().equals(noted.role())
          && index == noted.index();
    }

    private Container launched(long at) {
      return new Container(id, job, role, index, host, true, grantedAt, at);
    }
  }

  private final Map<String, Container> wanted = new LinkedHashMap<>();
  private final Map<String, Container> released = new LinkedHashMap<>();
  private final Map<String, Integer> growths = new HashMap<>();

  void take(List<Fact> facts) {
    for (Fact fact : facts) {
      if (fact instanceof FleetFact.ContainerNoted noted) {
        take(noted);
      }
    }
  }

  private void take(FleetFact.ContainerNoted noted) {
    String id = noted.containerId();
    switch (noted.step()) {
      case FleetFact.ContainerNoted.GRANTED -> {
        // a slot is granted again only after its former container is no longer wanted
        wanted.values().removeIf(before -> before.isOf(noted));
        wanted.put(id, granted(noted));
      }
      case FleetFact.ContainerNoted.LAUNCHED ->
          wanted.computeIfPresent(id, (same, container) -> container.launched(noted.at()));
      case FleetFact.ContainerNoted.REGISTERED -> {}
      case FleetFact.ContainerNoted.RELEASED -> {
        Container container = wanted.remove(id);
        if (container != null) {
          released.put(id, container);
        }
      }
      default -> {
        wanted.remove(id);
        released.remove(id);
        if (noted.exit() != null && ExitCodes.isOutOfMemory(noted.exit())) {
          growths.merge(place(noted.job(), noted.role(), noted.index()), 1, Integer::sum);
        }
      }
    }
  }

  /** The recorded ends of processes in this slot for lack of memory. */
  int growths(Slot slot) {
    String place = place(slot.job().toString(), slot.role().word(), slot.index());
    return growths.getOrDefault(place, 0);
  }

  private static String place(String job, String role, int index) {
    return job + ' ' + role + ' ' + index;
  }

  private static Container granted(FleetFact.ContainerNoted noted) {
    return new Container(
        noted.containerId(),
        JobId.parse(noted.job()),
        Role.ofWord(noted.role()),
        noted.index(),
        noted.host(),
        false,
        noted.at(),
        noted.at());
  }

  Optional<Container> wanted(String id) {
    return Optional.ofNullable(wanted.get(id));
  }

  List<Container> wanted() {
    return List.copyOf(wanted.values());
  }

  /** A container that was stopped and has no recorded end. */
  Optional<Container> released(String id) {
    return Optional.ofNullable(released.get(id));
  }

  List<Container> released() {
    return List.copyOf(released.values());
  }
}
