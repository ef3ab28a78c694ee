package trainer.master.job;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.FleetFact;
import trainer.core.job.JobId;

/**
 * Selects the facts about containers that still matter: the first of each container, which fixes
 * its position, and the last of each step. A job that is over needs none.
 */
final class ContainerCompaction {
  private final BitSet matters;
  private final Map<String, Integer> first = new HashMap<>();
  private final Map<String, Integer> lastStep = new HashMap<>();
  private final Map<Integer, BitSet> ofJob = new HashMap<>();
  private final Set<Integer> over = new HashSet<>();

  /**
   * @param matters the entries that are kept
   */
  ContainerCompaction(BitSet matters) {
    this.matters = matters;
  }

  /** Notes the fact of the entry {@code at}. */
  void on(FleetFact.ContainerNoted fact, int at) {
    int job = JobId.parse(fact.job()).number();
    if (over.contains(job)) {
      return;
    }
    int begin = first.computeIfAbsent(fact.containerId(), key -> at);
    Integer before = lastStep.put(fact.containerId() + ' ' + fact.step(), at);
    if (before != null) {
      matters.clear(before);
    }
    matters.set(begin);
    matters.set(at);
    BitSet kept = ofJob.computeIfAbsent(job, key -> new BitSet());
    kept.set(begin);
    kept.set(at);
  }

  /** Drops the facts about the containers of a job that is over. */
  void onOver(int job) {
    over.add(job);
    BitSet kept = ofJob.remove(job);
    if (kept != null) {
      matters.andNot(kept);
    }
  }
}
