package trainer.core.message;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import trainer.core.aggregate.Partial;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;

/** A message from a pserver to the master. */
public sealed interface FromPserver extends FromMember {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Sealed message);

    void on(LineAccepted message);

    void on(Complete message);

    void on(Folded message);

    void on(PartsWritten message);

    void on(PartsFailed message);

    void on(Building message);

    void on(CheckpointBegun message);

    void on(CheckpointWritten message);

    void on(CheckpointFailed message);

    void on(NotLoaded message);

    void on(OutOfRoom message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  @Override
  default void to(FromMember.Handler handler) {
    handler.on(this);
  }

  /**
   * A pserver's answer to {@link ToPserver.Seal}.
   *
   * @param committed the newest version that all its replicas have committed
   * @param complete whether all its replicas hold the version after that one
   * @param metricsFrom the version whose metrics come first in {@code metrics}
   * @param metrics the metrics of successive versions, as far back as requested and available, from
   *     the holder of partition 0; else empty
   */
  record Sealed(
      Term term,
      Line line,
      Version committed,
      boolean complete,
      long metricsFrom,
      List<Metrics> metrics)
      implements FromPserver {
    /** An answer without metrics. */
    public Sealed(Term term, Line line, Version committed, boolean complete) {
      this(term, line, committed, complete, 0, List.of());
    }

    public Sealed {
      metrics = List.copyOf(metrics);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * A pserver's answer to {@link ToMember.NewLine}: it holds {@code committed} on {@code line}.
   *
   * @param following false when it could not follow and has to be rebuilt
   */
  record LineAccepted(Line line, Version committed, boolean following) implements FromPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Every replica of this pserver has all shares of (line, version).
   *
   * @param metrics the mini-batch's metrics, from a holder of partition 0; else empty
   * @param digests for each partition held a hash of its contents, where other replicas exist to
   *     compare it with; else empty
   */
  record Complete(Line line, Version version, Metrics metrics, Map<Integer, Long> digests)
      implements FromPserver {
    /** The same without digests. */
    public Complete(Line line, Version version, Metrics metrics) {
      this(line, version, metrics, Map.of());
    }

    public Complete {
      digests = Map.copyOf(digests);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToPserver.FoldRows}.
   *
   * @param partials for each partition held, one partial for each reduction of the fold
   */
  record Folded(Line line, Version version, int fold, Map<Integer, List<Partial>> partials)
      implements FromPserver {
    public Folded {
      partials = Map.copyOf(partials);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The answer to {@link ToPserver.WriteParts} in case of success; otherwise {@link PartsFailed}.
   *
   * @param folder of the order: the same version may be ordered into another one
   */
  record PartsWritten(Version version, String folder, List<PartFile> parts) implements FromPserver {
    public PartsWritten {
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Parts of the model could not be written.
   *
   * @param folder of the order
   * @param givenUp whether this answers {@link ToPserver.WriteParts}; else the pserver tries again
   */
  record PartsFailed(String folder, Failure failure, boolean givenUp) implements FromPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * Progress of a learner with {@link ToPserver.Build} {@code number}.
   *
   * @param line when done, the line it holds, and {@code version} the version
   * @param reason of a failure
   * @param bytes keys and rows received from others, repeated transfers included
   */
  record Building(long number, Step step, Line line, Version version, String reason, long bytes)
      implements FromPserver {
    /** A build that is not done yet. */
    public Building(long number, Step step, Line line, Version version, String reason) {
      this(number, step, line, version, reason, 0);
    }

    /** The stages of a build. */
    public enum Step {
      /** The rows left are about as many as a mini-batch changes. */
      NEAR,
      /** It holds the same rows as its sources. */
      DONE,
      /** It holds nothing: a source is gone. */
      FAILED
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The first answer to {@link ToPserver.WriteCheckpoint}: the snapshot excludes all updates from
   * here on.
   */
  record CheckpointBegun(String folder) implements FromPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The last answer to {@link ToPserver.WriteCheckpoint}.
   *
   * @param updates how many had been applied on arrival; 0 under bsp
   * @param state floats of optimizer state a row, table by table
   */
  record CheckpointWritten(String folder, long updates, List<Integer> state, List<PartFile> parts)
      implements FromPserver {
    public CheckpointWritten {
      state = List.copyOf(state);
      parts = List.copyOf(parts);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * The last answer to {@link ToPserver.WriteCheckpoint} when the snapshot could not be written.
   */
  record CheckpointFailed(String folder, Failure failure) implements FromPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** The answer to a {@link ToMember.NewLine} whose checkpoint is damaged. */
  record NotLoaded(Line line, Failure failure) implements FromPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * No room is left for more rows, and some request waits for it. Sent {@linkplain #AGAIN again} as
   * long as that lasts.
   */
  record OutOfRoom(Failure failure) implements FromPserver {
    /** The interval at which it is sent again. */
    public static final Duration AGAIN = Duration.ofSeconds(3);

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
