package trainer.master.job.commit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToPserver;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.partitions.LineManager;

/**
 * The commits of versions: the newest committed version, and the pservers that have reported the
 * one after it complete. A version is committed when every pserver of the map holds it; the commit
 * message announces this and decides nothing.
 *
 * <p>Replicas of a partition must report the same digest. If two differ, the job fails.
 */
public final class CommitCoordinator {
  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final LineManager lines;
  private final Set<Incarnation> complete = new HashSet<>();
  private final Map<Integer, Long> digests = new HashMap<>();
  private final SlowPserverDetector slowPservers;
  private final LongPredicate mayBeFollowed;
  private Metrics completing = Metrics.NONE;
  private long committed;
  private boolean held;
  private Line lineOfCommitted = Line.NONE;

  /**
   * @param mayBeFollowed whether the version after this one may be committed now
   */
  public CommitCoordinator(
      JobContext context, JobLifecycle lifecycle, LineManager lines, LongPredicate mayBeFollowed) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.lines = lines;
    this.mayBeFollowed = mayBeFollowed;
    this.slowPservers = new SlowPserverDetector(context);
  }

  /**
   * Continues from a committed version.
   *
   * @param cutUnder the line under which it was cut
   */
  public void resume(long version, Line cutUnder) {
    committed = version;
    lineOfCommitted = cutUnder;
  }

  /** The newest committed version. */
  public long committed() {
    return committed;
  }

  /** The line under which it was cut. */
  public Line lineOfCommitted() {
    return lineOfCommitted;
  }

  /**
   * A pserver reports that it holds the next version.
   *
   * @return the version's metrics if it is committed by this; the commit is then sent to all
   *     pservers
   */
  public Optional<Metrics> onComplete(Member pserver, FromPserver.Complete message) {
    if (!message.line().equals(lines.line())
        || message.version().number() != committed + 1
        || !complete.add(pserver.incarnation())) {
      return Optional.empty();
    }
    if (!compare(pserver, message)) {
      return Optional.empty();
    }
    slowPservers.onComplete(pserver);
    if (!message.metrics().equals(Metrics.NONE)) {
      completing = message.metrics(); // every holder of partition 0 reports the same
    }
    return reconcile();
  }

  /**
   * The map is without one of its pservers.
   *
   * @return as {@link #complete}, if only that pserver was missing
   */
  public Optional<Metrics> onEvicted(Incarnation incarnation) {
    complete.remove(incarnation);
    return reconcile();
  }

  /** Holds commits back, even if all pservers are complete, until {@link #resume}. */
  public void pause() {
    held = true;
  }

  /**
   * Ends {@link #pause}.
   *
   * @return as {@link #complete}, if all pservers have become complete meanwhile
   */
  public Optional<Metrics> resume() {
    held = false;
    return reconcile();
  }

  /**
   * Commits the next version if nothing holds it back any more.
   *
   * @return as {@link #complete}
   */
  public Optional<Metrics> reconcile() {
    boolean isHeldByAll =
        !held
            && lines.isReady()
            && mayBeFollowed.test(committed)
            && context.history().map().pservers().stream()
                .allMatch(one -> complete.contains(one.incarnation()));
    return isHeldByAll ? Optional.of(commit()) : Optional.empty();
  }

  /**
   * Compares digests with those of other replicas. The job fails if replicas of a partition differ:
   * it cannot be decided which one is right.
   */
  private boolean compare(Member pserver, FromPserver.Complete message) {
    for (Map.Entry<Integer, Long> one : message.digests().entrySet()) {
      Long other = digests.putIfAbsent(one.getKey(), one.getValue());
      if (other != null && !other.equals(one.getValue())) {
        lifecycle.fail(
            new Failure(
                FailureKind.UNEXPECTED,
                "copies of partition " + one.getKey() + " differ at version " + message.version(),
                pserver.named() + " has another one than a pserver before it",
                "report this, with the logs of master and pservers; the job can be run again"));
        return false;
      }
    }
    return true;
  }

  private Metrics commit() {
    Metrics metrics = completing;
    committed++;
    lineOfCommitted = lines.line();
    slowPservers.onCommitted();
    clear();
    lines.pservers().forEach(this::sendCommit);
    return metrics;
  }

  /** A new line voids the reports on the next version. */
  public void forget() {
    slowPservers.forget();
    clear();
  }

  private void clear() {
    held = false;
    complete.clear();
    digests.clear();
    completing = Metrics.NONE;
  }

  /** Sends the newest committed version to a pserver. */
  void sendCommit(Member pserver) {
    context.send(
        pserver.incarnation(),
        new ToPserver.Commit(context.term(), lines.line(), new Version(committed)));
  }

  /** Repeats the commit to a pserver that may have missed it under the line in force. */
  public void repeat(Member pserver) {
    if (committed > context.history().base()) {
      sendCommit(pserver);
    }
  }
}
