package trainer.master.job.members;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.job.Role;

/** The live members, indexed by role and index, and by container. */
final class LiveMembers {
  private final Map<Role, NavigableMap<Integer, Member>> byIndex = new EnumMap<>(Role.class);
  private final Map<Role, List<Member>> working = new EnumMap<>(Role.class);
  private final Map<String, Member> byContainer = new HashMap<>();

  LiveMembers() {
    for (Role role : Role.values()) {
      byIndex.put(role, new TreeMap<>());
    }
  }

  /** Adds a live member; it is the only one with its role and index. */
  void add(Member member) {
    byIndex.get(member.role()).put(member.index(), member);
    byContainer.put(member.containerId(), member);
    changed(member);
  }

  /** Removes a dead member. */
  void remove(Member member) {
    byIndex.get(member.role()).remove(member.index(), member);
    byContainer.remove(member.containerId(), member);
    changed(member);
  }

  /**
   * Invalidates the cached list of the member's role after a start, an exit or a death. Lists
   * returned earlier do not change.
   */
  void changed(Member member) {
    working.remove(member.role());
  }

  /** The members of a role that are not exiting, by index; the list is immutable. */
  List<Member> of(Role role) {
    return working.computeIfAbsent(
        role,
        of -> byIndex.get(of).values().stream().filter(member -> !member.isExiting()).toList());
  }

  Optional<Member> holder(Role role, int index) {
    return Optional.ofNullable(byIndex.get(role).get(index));
  }

  Optional<Member> inContainer(String containerId) {
    return Optional.ofNullable(byContainer.get(containerId));
  }
}
