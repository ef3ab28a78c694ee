package trainer.master.fleet;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** The containers that earlier masters were granted, as the fleet's log tells of them. */
final class PreviousContainers {
  /**
   * One that had not ended when the log ends.
   *
   * @param launched whether it is known to have been launched; if not it may have been
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
    private boolean isOf(Fact.ContainerNoted noted) {
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
      if (fact instanceof Fact.ContainerNoted noted) {
        take(noted);
      }
    }
  }

  private void take(Fact.ContainerNoted noted) {
    String id = noted.containerId();
    switch (noted.step()) {
      case Fact.ContainerNoted.GRANTED -> {
        // A slot is granted anew only when whoever held it before is not wanted any more.
        wanted.values().removeIf(before -> before.isOf(noted));
        wanted.put(id, granted(noted));
      }
      case Fact.ContainerNoted.LAUNCHED ->
          wanted.computeIfPresent(id, (same, container) -> container.launched(noted.at()));
      case Fact.ContainerNoted.REGISTERED -> {}
      case Fact.ContainerNoted.RELEASED -> {
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

  /** How often whoever was there ran out of memory. */
  int growths(Slot slot) {
    String place = place(slot.job().toString(), slot.role().word(), slot.index());
    return growths.getOrDefault(place, 0);
  }

  private static String place(String job, String role, int index) {
    return job + ' ' + role + ' ' + index;
  }

  private static Container granted(Fact.ContainerNoted noted) {
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

  /** One that was stopped, and of whose end nothing is noted. */
  Optional<Container> released(String id) {
    return Optional.ofNullable(released.get(id));
  }

  List<Container> released() {
    return List.copyOf(released.values());
  }
}
