package trainer.core.message;

import java.util.List;
import trainer.core.aggregate.Aggregate;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.table.PartitionMap;

/** A message from the master to a pserver. */
public sealed interface ToPserver extends ToRole {
  /** Dispatches on the kind of message; a new kind breaks the build wherever it is not handled. */
  interface Handler {
    void on(Seal message);

    void on(UpdateRows message);

    void on(FoldRows message);

    void on(CloseVersion message);

    void on(Commit message);

    void on(Build message);

    void on(CloseBuild message);

    void on(WriteParts message);

    void on(WriteCheckpoint message);
  }

  /** Calls the handler's method for this kind. */
  void to(Handler handler);

  @Override
  default void to(ToRole.Handler handler) {
    handler.on(this);
  }

  /**
   * To a pserver: adopt this term and report the versions held. Answered by {@link
   * FromPserver.Sealed}, and once complete, by a further {@link FromPserver.Complete}.
   *
   * @param since the answer includes metrics of the versions after this one
   */
  record Seal(Term term, long since) implements ToPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: make {@code version} by the row update of phase {@code phase}; it has no shares.
   * Answered by {@link FromPserver.Complete}.
   *
   * @param before the results of the aggregate phases before it
   */
  record UpdateRows(Term term, Line line, Version version, int phase, List<Aggregate> before)
      implements ToPserver {
    public UpdateRows {
      before = List.copyOf(before);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: fold the rows of committed {@code version}. The master commits nothing after that
   * version before the answer. Answered by {@link FromPserver.Folded} or {@link
   * FromMember.MemberFailure}; void when the pserver is at another line or version.
   *
   * @param fold see {@link trainer.core.job.ModelSpec#fold}
   * @param before the results of the aggregate phases before it
   */
  record FoldRows(Term term, Line line, Version version, int fold, List<Aggregate> before)
      implements ToPserver {
    public FoldRows {
      before = List.copyOf(before);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: close {@code version}, which was made of the updates applied on arrival. No
   * further update is applied to it. Answered by {@link FromPserver.Complete}.
   */
  record CloseVersion(Term term, Line line, Version version) implements ToPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /** To a pserver: {@code version} is committed (a stable fact; repeating it is harmless). */
  record Commit(Term term, Line line, Version version) implements ToPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: become a learner of these partitions. The learner fetches the rows of each from a
   * pserver that the map names, then repeatedly the rows changed meanwhile, until few are left.
   * Answered by {@link FromPserver.Building}. It ends any build of another number.
   */
  record Build(Term term, long number, PartitionMap map, List<Integer> partitions)
      implements ToPserver {
    public Build {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a learner: fetch the rest, as of {@code version} of {@code line}. The master commits nothing
   * after that version before the answer. Void when the source pservers are at another line or
   * version.
   */
  record CloseBuild(Term term, long number, Line line, Version version) implements ToPserver {
    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver: write the rows of committed {@code version} of these partitions into {@code
   * folder}. Answered by {@link FromPserver.PartsWritten} or {@link FromMember.MemberFailure}.
   */
  record WriteParts(Term term, Line line, Version version, String folder, List<Integer> partitions)
      implements ToPserver {
    public WriteParts {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }

  /**
   * To a pserver, whose newest committed version is {@code version}: take a snapshot of these
   * partitions, without tentative rows, and write it into {@code folder} while training goes on.
   * Under bsp the snapshot is exactly this version, since this message directly follows its commit.
   * Otherwise it also has the updates of the next version that were applied before this message
   * arrived. Answered by {@link FromPserver.CheckpointBegun} and then {@link
   * FromPserver.CheckpointWritten}, or {@link FromPserver.CheckpointFailed}.
   */
  record WriteCheckpoint(
      Term term, Line line, Version version, String folder, List<Integer> partitions)
      implements ToPserver {
    public WriteCheckpoint {
      partitions = List.copyOf(partitions);
    }

    @Override
    public void to(Handler handler) {
      handler.on(this);
    }
  }
}
