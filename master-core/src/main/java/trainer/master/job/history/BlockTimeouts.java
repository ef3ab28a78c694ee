package trainer.master.job.history;

import java.util.HashMap;
import java.util.Map;
import trainer.core.fact.TrainingFact;

/** The timeouts of each block of the version under construction: a fold over facts. */
public final class BlockTimeouts {
  /** The advice to a user whose block takes too long. */
  public static final String ADVICE =
      "look at the records there and at what that worker logged when it was told to leave; or raise"
          + " trainer.task.timeout-least or trainer.task.max-timeouts";

  private final Map<Integer, Integer> counts = new HashMap<>();
  private long version;

  void on(TrainingFact.BlockTimedOut fact) {
    if (fact.version().number() != version) {
      version = fact.version().number();
      counts.clear();
    }
    counts.merge(fact.block(), 1, Integer::sum);
  }

  /** The timeouts of a block in a version. */
  public int of(long ofVersion, int block) {
    return ofVersion == version ? counts.getOrDefault(block, 0) : 0;
  }

  /** The block of these with the most timeouts in a version, or −1 if none timed out. */
  public int most(long ofVersion, int[] blocks) {
    int most = -1;
    for (int block : blocks) {
      if (of(ofVersion, block) > of(ofVersion, most)) {
        most = block;
      }
    }
    return most;
  }
}
