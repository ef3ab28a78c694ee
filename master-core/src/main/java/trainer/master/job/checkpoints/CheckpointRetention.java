package trainer.master.job.checkpoints;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.CheckpointFact;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.master.job.api.JobEffect;
import trainer.master.job.history.CheckpointCatalog;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;

/**
 * The retention of checkpoints: the newest {@code trainer.checkpoint.keep} stay, and those before
 * them are retired. With early stopping the newest one up to the best version stays too. The files
 * of retired and of failed checkpoints are deleted.
 */
final class CheckpointRetention {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointRetention.class);

  private final JobContext context;

  CheckpointRetention(JobContext context) {
    this.context = context;
  }

  private CheckpointCatalog catalog() {
    return context.history().checkpoints();
  }

  /** Deletes the files of failed checkpoints before this one; its own files stay. */
  void sweepBefore(CheckpointFact.CheckpointAsked begun) {
    List<String> spared = new ArrayList<>(folders());
    spared.add(begun.folder());
    sweep(begun, spared);
  }

  /** Deletes the files of this failed checkpoint and of those before it. */
  void sweepFailed(CheckpointFact.CheckpointAsked failed) {
    sweep(failed, folders());
  }

  private void sweep(CheckpointFact.CheckpointAsked newest, List<String> spared) {
    context.act(
        new JobEffect.SweepCheckpoints(
            newest.version().number(), newest.mark(), newest.line(), spared, false));
  }

  private List<String> folders() {
    return catalog().all().stream().map(CheckpointFact.CheckpointAdded::folder).toList();
  }

  /**
   * Retires all but the newest checkpoints, and deletes the files of the retired ones. The line of
   * the newest one bounds the deletion: under a later line the same version may be kept once more
   * before the deletion runs.
   */
  void retireOldest() {
    List<CheckpointFact.CheckpointAdded> kept =
        catalog().all().stream().filter(one -> !catalog().isOrigin(one.folder())).toList();
    int surplus = Math.max(0, kept.size() - context.plan().checkpoints().kept());
    CheckpointFact.CheckpointAdded best =
        newestUpTo(context.history().earlyStopping().best(), kept);
    for (CheckpointFact.CheckpointAdded one : kept.subList(0, surplus)) {
      if (!one.equals(best)) {
        context.recordAsync(new CheckpointFact.CheckpointRetired(one.version(), one.mark(), ""));
      }
    }
    CheckpointFact.CheckpointAdded newest = catalog().newest();
    context.act(
        new JobEffect.SweepCheckpoints(
            newest.version().number(), newest.mark(), newest.line(), folders(), true));
  }

  private static CheckpointFact.CheckpointAdded newestUpTo(
      long version, List<CheckpointFact.CheckpointAdded> all) {
    return all.stream()
        .filter(one -> one.version().number() <= version)
        .reduce((older, newer) -> newer)
        .orElse(null);
  }

  /** Retires the checkpoints of versions that the training does not make any more. */
  void retireAfter(long target, Line line) {
    CheckpointFact.CheckpointAdded newest = catalog().newest();
    if (newest == null || newest.version().number() <= target) {
      return;
    }
    for (CheckpointFact.CheckpointAdded one : catalog().all()) {
      if (one.version().number() > target) {
        context.record(new CheckpointFact.CheckpointRetired(one.version(), one.mark(), ""));
      }
    }
    context.act(
        new JobEffect.SweepCheckpoints(
            newest.version().number(), newest.mark(), line, folders(), true));
  }

  /** Retires the newest checkpoint, which a pserver found to be damaged. */
  void retireDamaged(Member pserver, Failure failure) {
    CheckpointFact.CheckpointAdded newest = catalog().newest();
    LOG.error(
        "{}: version {} is kept in {}, but damaged, as {} found: {}",
        context.spec().id(),
        newest.version(),
        newest.folder(),
        pserver.named(),
        failure.message());
    context.record(
        new CheckpointFact.CheckpointRetired(newest.version(), newest.mark(), failure.message()));
  }
}
