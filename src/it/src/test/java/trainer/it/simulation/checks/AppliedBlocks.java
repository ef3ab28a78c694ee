package trainer.it.simulation.checks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntBiFunction;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;

/**
 * How many blocks each lane has to have applied, and may have applied besides, as a journal says: a
 * fold over the facts of a job in which nobody waits. Those of tasks that are done it has; those of
 * tasks that were taken back may be there, and so may those that were held when what the job went
 * back to was cut.
 */
final class AppliedBlocks {
  /** Told of each checkpoint what a lane has to have in it, and may have besides. */
  interface OfCheckpoint {
    void kept(String folder, int done, int more);
  }

  private record AtCut(int done, int more) {}

  private final ToIntBiFunction<Long, List<Long>> sizes;
  private final OfCheckpoint ofCheckpoint;
  private final Deque<CheckpointFact.CheckpointAdded> kept = new ArrayDeque<>();
  private final Map<String, AtCut> cuts = new HashMap<>();
  private long version;
  private int done;
  private int more;

  /**
   * @param sizes how many blocks these slots of a version have
   */
  AppliedBlocks(ToIntBiFunction<Long, List<Long>> sizes, OfCheckpoint ofCheckpoint) {
    this.sizes = sizes;
    this.ofCheckpoint = ofCheckpoint;
  }

  int more() {
    return more;
  }

  /** What is kept by then, the newest last. */
  static void keep(Fact fact, Deque<CheckpointFact.CheckpointAdded> kept) {
    if (fact instanceof CheckpointFact.CheckpointAdded added) {
      kept.add(added);
    } else if (fact instanceof CheckpointFact.CheckpointRetired condemned) {
      kept.removeIf(
          one -> one.version().equals(condemned.version()) && one.mark() == condemned.mark());
    }
  }

  void fold(Fact fact) {
    keep(fact, kept);
    if (fact instanceof CheckpointFact.CheckpointAsked asked) {
      cuts.put(asked.folder(), new AtCut(done, more + held(asked.queue())));
    } else if (fact instanceof CheckpointFact.CheckpointAdded added) {
      AtCut at = cuts.get(added.folder());
      ofCheckpoint.kept(added.folder(), at.done(), at.more());
    } else if (fact instanceof TrainingFact.LineOpened line && line.back()) {
      goBack(kept.peekLast());
    } else if (fact instanceof TrainingFact.QueueChanged changed) {
      change(changed.change());
    }
  }

  private int held(QueueChange.QueueSnapshot queue) {
    return queue == null
        ? 0
        : queue.slots().held().stream()
            .mapToInt(held -> sizes.applyAsInt(queue.opened().version().number(), held.slots()))
            .sum();
  }

  private void goBack(CheckpointFact.CheckpointAdded to) {
    AtCut at = to == null ? new AtCut(0, 0) : cuts.get(to.folder());
    done = at.done();
    more = at.more();
    version = to == null || to.queue() == null ? 0 : to.queue().opened().version().number();
  }

  private void change(QueueChange change) {
    if (change instanceof QueueChange.Opened opened) {
      version = opened.version().number();
    } else if (change instanceof QueueChange.Done of) {
      done += sizes.applyAsInt(version, List.of(of.slot().number()));
    } else if (change instanceof QueueChange.Returned of) {
      more += sizes.applyAsInt(version, List.of(of.slot().number()));
    }
  }
}
