package trainer.master.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import trainer.core.job.JobId;
import trainer.core.job.Role;

/** The slots of one role of one job. */
final class RoleSlots {
  private static final int HOSTS_OF_AN_ASK = 8;

  private final JobId job;
  private final Role role;
  private final ContainerSize size;
  private final float memoryFactor;
  private final List<Slot> slots = new ArrayList<>();
  private final Backoff backoff = new Backoff();
  private Set<Integer> wanted = Set.of();
  private List<String> hosts = List.of();
  private int granted;
  private int launched;
  private int toldWanted = -1;
  private String reported = "";

  RoleSlots(JobId job, Role role, ContainerSize size, float memoryFactor) {
    this.job = job;
    this.role = role;
    this.size = size;
    this.memoryFactor = memoryFactor;
  }

  /** The most memory of a process, as a multiple of its first size. */
  float memoryFactor() {
    return memoryFactor;
  }

  JobId job() {
    return job;
  }

  Role role() {
    return role;
  }

  ContainerSize size() {
    return size;
  }

  Backoff backoff() {
    return backoff;
  }

  int wanted() {
    return wanted.size();
  }

  /**
   * @param near hosts where processes run best, the best first
   */
  void want(List<Integer> indices, List<String> near) {
    wanted = Set.copyOf(indices);
    hosts = near;
    indices.forEach(this::slot);
  }

  /**
   * Where the process of a slot runs best: some of the hosts, others for each slot as long as there
   * are others. Several, so that one that is full does not hold up the ask.
   */
  List<String> hosts(Slot slot) {
    if (hosts.size() <= HOSTS_OF_AN_ASK) {
      return hosts;
    }
    long first = (long) HOSTS_OF_AN_ASK * slot.index();
    return LongStream.range(first, first + HOSTS_OF_AN_ASK)
        .mapToObj(place -> hosts.get((int) (place % hosts.size())))
        .toList();
  }

  /** The slot of an index, whether it is wanted or not. */
  Slot slot(int index) {
    reach(index + 1);
    return slots.get(index);
  }

  private void reach(int count) {
    while (slots.size() < count) {
      slots.add(new Slot(job, role, slots.size()));
    }
  }

  List<Slot> slots() {
    return slots;
  }

  boolean isWanted(Slot slot) {
    return wanted.contains(slot.index());
  }

  int granted() {
    return granted;
  }

  int launched() {
    return launched;
  }

  /** Whether the counts changed since the last call; updates them. */
  boolean isNews(String explanation) {
    int grantedNow = 0;
    int launchedNow = 0;
    for (Slot slot : slots) {
      AllocatedContainer held = slot.held();
      if (held != null && !held.isGivenBack() && isWanted(slot)) {
        grantedNow++;
        launchedNow += held.isLaunched() ? 1 : 0;
      }
    }
    boolean news =
        grantedNow != granted
            || launchedNow != launched
            || wanted() != toldWanted
            || !explanation.equals(reported);
    granted = grantedNow;
    launched = launchedNow;
    toldWanted = wanted();
    reported = explanation;
    return news;
  }
}
