package trainer.master.job.members;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.job.Role;

/** The live members, found by what is known of them: role and index, or container. */
final class LiveMembers {
  private final Map<Role, NavigableMap<Integer, Member>> byIndex = new EnumMap<>(Role.class);
  private final Map<Role, List<Member>> working = new EnumMap<>(Role.class);
  private final Map<String, Member> byContainer = new HashMap<>();

  LiveMembers() {
    for (Role role : Role.values()) {
      byIndex.put(role, new TreeMap<>());
    }
  }

  /** A process lives; nobody else does under its role and index. */
  void add(Member member) {
    byIndex.get(member.role()).put(member.index(), member);
    byContainer.put(member.containerId(), member);
    changed(member);
  }

  /** It is dead. */
  void remove(Member member) {
    byIndex.get(member.role()).remove(member.index(), member);
    byContainer.remove(member.containerId(), member);
    changed(member);
  }

  /** It has died, begun or said its last word: lists given out before do not show it. */
  void changed(Member member) {
    working.remove(member.role());
  }

  /** Those of a role that have not said their last word, by index; the list never changes. */
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
