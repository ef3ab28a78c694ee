package trainer.core.fact;

import java.util.List;
import trainer.core.id.Version;

/** A fact about the targets of the job: its last version and its processes. */
public sealed interface TargetFact extends Fact {
  /** Dispatches on the kind of fact. */
  interface Handler {
    void on(StopScheduled fact);

    void on(PserversWanted fact);

    void on(WorkersWanted fact);
  }

  /**
   * A request to end training with version {@code stopAt}. A user's request names a version that is
   * not committed yet, or the newest, and no version beyond it was ordered under the line in force.
   * Early stopping names an earlier version, the best one; the job then rolls back.
   *
   * @param fromVersion the newest committed version at the decision
   * @param by the origin of the request, in words
   */
  record StopScheduled(Version fromVersion, Version stopAt, String by, long at)
      implements TargetFact {
    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The pserver indices wanted from here on; no other index is.
   *
   * @param by the origin of the request, or the reason for it
   */
  record PserversWanted(List<Integer> indices, String by, long at) implements TargetFact {
    public PserversWanted {
      indices = List.copyOf(indices);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The worker indices wanted from here on; no other index is.
   *
   * @param by the origin of the request
   */
  record WorkersWanted(List<Integer> indices, String by, long at) implements TargetFact {
    public WorkersWanted {
      indices = List.copyOf(indices);
    }

    @Override
    public void to(Fact.Handler handler) {
      handler.on(this);
    }
  }
}
