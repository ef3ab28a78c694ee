package trainer.master.job.checkpoints;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.CheckpointFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Version;
import trainer.core.job.CheckpointName;
import trainer.core.message.FromPserver;
import trainer.core.message.ToPserver;
import trainer.core.table.PartitionMap;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/**
 * The checkpoints of a job in training. It takes one every {@code trainer.checkpoint.interval} and
 * one of the last version before the export. It retires all but the newest {@code
 * trainer.checkpoint.keep}.
 *
 * <pre>
 * Commit(c) → CheckpointAsked(c), WriteCheckpoint(c) → all parts written → read back and verified
 *   → manifest, by rename → CheckpointAdded → CheckpointRetired for the oldest → deleted
 * </pre>
 *
 * <p>Under {@code async} and {@code ssp} a version stays open for long, so a checkpoint holds the
 * version as far as it is built. The state of the task queue is recorded with it, and no task is
 * given until every pserver has begun its snapshot. So the files contain every task that the record
 * counts as done. Of other tasks they can contain parts only of those that workers held at that
 * moment.
 *
 * <p>A lost pserver or a refusing storage makes this one checkpoint fail. Its files are deleted,
 * earlier checkpoints stay, and the next attempt follows at a later version, after the pause of
 * {@link CheckpointSchedule}. If the master is lost between the manifest and {@code
 * CheckpointAdded}, the checkpoint still counts: the next master searches for it.
 */
public final class CheckpointCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointCoordinator.class);

  /**
   * The longest time for pservers to begin the snapshot of an open version; no task is given
   * meanwhile.
   */
  private static final long LONGEST_BEGINNING = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final CheckpointSchedule clock;
  private final CheckpointWriters writers = new CheckpointWriters();
  private final CheckpointRetention retention;
  private final CheckpointTroubles troubles;

  /** The version to checkpoint as soon as it is committed, or 0. */
  private long wanted;

  /** The checkpoint in progress, or null. */
  private CheckpointFact.CheckpointAsked cut;

  /** The newest checkpoint that this master has begun, or null. */
  private CheckpointName last;

  private PartitionMap map;
  private int epoch;
  private long askedAt;

  /**
   * Whether the storage has still to report the outcome: all parts are written, or an earlier
   * master began this checkpoint.
   */
  private boolean isStoring;

  private boolean isSearching;

  /** Whether the checkpoint of the last version failed; it is not tried again. */
  private boolean isLastGivenUp;

  public CheckpointCoordinator(
      JobContext context, JobLifecycle lifecycle, Membership members, LineManager lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.clock = new CheckpointSchedule(context.plan().checkpoints().interval().toNanos());
    this.retention = new CheckpointRetention(context);
    this.troubles = new CheckpointTroubles(context);
  }

  /**
   * Searches for the checkpoint that the previous master had in progress. It may be whole, though
   * its {@code CheckpointAdded} is missing.
   */
  public void takeOver() {
    cut = context.history().asked();
    if (cut != null) {
      isStoring = true;
      isSearching = true;
      context.act(new JobEffect.FindCheckpoint(cut.version().number(), cut.line(), cut.folder()));
    }
  }

  /**
   * Whether the search for an earlier master's checkpoint is not over, so that the newest one is
   * unknown.
   */
  public boolean isSearching() {
    return isSearching;
  }

  /**
   * Schedules a checkpoint of the next version when one is due. The one in progress is dropped if a
   * pserver is gone that has still to write its part.
   */
  public void reconcile(long committed) {
    reconcileWriters();
    boolean isDue = clock.isDue(context.nanos());
    if (isDue && cut == null && wanted == 0 && committed + 1 < context.history().target()) {
      clock.onBegun(context.nanos());
      wanted = committed + 1;
    }
  }

  /** Whether the open version is to be checkpointed now, in its partial state. */
  public boolean isDueNow() {
    reconcileWriters();
    if (writers.isBeginning() && context.nanos() - askedAt > LONGEST_BEGINNING) {
      drop("a pserver takes long to begin");
    }
    return cut == null && clock.isDue(context.nanos());
  }

  /** Begins a checkpoint of the open version in its partial state. */
  public void cutOpen(TrainingFact.Progressed now, int itsEpoch) {
    clock.onBegun(context.nanos());
    begin(now, context.history().checkpoints().nextMark(), itsEpoch);
  }

  /** Whether a pserver has still to begin its snapshot, so that no task may be given. */
  public boolean isBeginning() {
    return writers.isBeginning();
  }

  /** A pserver has begun its snapshot. It contains nothing of tasks that are given from now on. */
  public void onBegun(Member pserver, FromPserver.CheckpointBegun message) {
    if (isOf(message.folder())) {
      writers.onBegun(pserver.incarnation());
    }
  }

  private void reconcileWriters() {
    if (cut != null && !isStoring && writers.isAnyGone(members::isLive)) {
      drop("a pserver is gone that was writing");
    }
  }

  /**
   * A version is committed, and the commit has been sent to all pservers.
   *
   * @param now the counters at it
   * @param itsEpoch the pass that it belongs to, from 1
   */
  public void onCommitted(TrainingFact.Progressed now, int itsEpoch) {
    if (wanted == now.version().number()) {
      begin(now, 0, itsEpoch);
    }
  }

  /**
   * Keeps the newest committed version now, unless another checkpoint is in progress. It is the
   * best so far: without its checkpoint it would have to be trained again.
   *
   * @return whether its checkpoint has begun, now or before
   */
  public boolean keepBest(TrainingFact.Progressed now, int itsEpoch) {
    boolean isFree = cut == null;
    if (isFree && !wasBegun(now.version())) {
      begin(now, 0, itsEpoch);
    }
    return isFree;
  }

  /**
   * Whether a checkpoint of this version has begun under this line. Its folder is written once: a
   * pserver answers a second order as it has answered the first.
   */
  private boolean wasBegun(Version version) {
    return last != null && last.version().equals(version) && last.line().equals(lines.line());
  }

  /** Whether a checkpoint of a version up to this one is in progress. */
  public boolean isKeepingUpTo(long version) {
    reconcileWriters();
    return cut != null && cut.version().number() <= version;
  }

  /** Retires the checkpoints after the last version that the training makes. */
  public void retireAfter(long target) {
    retention.retireAfter(target, lines.line());
  }

  /**
   * Takes the checkpoint of the last version, before the model is exported. A job without any
   * checkpoint takes none here: it is so short that it can be trained again.
   */
  public void reconcileLast(TrainingFact.Progressed now, int itsEpoch) {
    reconcileWriters();
    boolean isDue = cut == null && !isLastGivenUp && isLastDue();
    isLastGivenUp |= isDue && wasBegun(now.version());
    if (isDue && !isLastGivenUp) {
      begin(now, 0, itsEpoch);
    }
  }

  private boolean isLastDue() {
    CheckpointFact.CheckpointAdded newest = context.history().checkpoints().newest();
    return newest != null && newest.version().number() < context.history().version();
  }

  /**
   * Whether the last version needs no checkpoint any more: it has one, it failed, or none is due.
   */
  public boolean isLastOver() {
    return cut == null && (isLastGivenUp || !isLastDue());
  }

  private void begin(TrainingFact.Progressed now, long mark, int itsEpoch) {
    wanted = 0;
    epoch = itsEpoch;
    map = context.history().map();
    CheckpointName name = new CheckpointName(now.version(), mark, lines.line(), context.term());
    last = name;
    cut =
        new CheckpointFact.CheckpointAsked(
            now.version(),
            mark,
            lines.line(),
            context.spec().jobFolder() + "/checkpoints/" + name,
            now,
            context.history().queueHistory().snapshot());
    context.recordAsync(cut); // the job goes on while the journal cannot be written
    askedAt = context.nanos();
    retention.sweepBefore(cut); // the orders below stop pservers that write a failed checkpoint
    writers.choose(map, mark > 0);
    lines.pservers().forEach(this::sendOrder);
  }

  private void sendOrder(Member pserver) {
    List<Integer> own = writers.of(pserver.incarnation());
    if (!own.isEmpty()) {
      context.send(
          pserver.incarnation(),
          new ToPserver.WriteCheckpoint(
              context.term(), cut.line(), cut.version(), cut.folder(), own));
    }
  }

  /**
   * Repeats the order to a pserver with a new stream: the order or its answer may be lost with the
   * old one.
   */
  public void onReconnected(Member pserver) {
    if (cut != null && !isStoring) {
      sendOrder(pserver);
    }
  }

  private boolean isOf(String folder) {
    return cut != null && cut.folder().equals(folder);
  }

  /** A pserver has written its parts. */
  public void onWritten(Member pserver, FromPserver.CheckpointWritten message) {
    if (!isOf(message.folder()) || isStoring) {
      return;
    }
    writers.onWritten(pserver.incarnation(), message);
    if (writers.isAllWritten()) {
      isStoring = true;
      context.act(
          new JobEffect.StoreCheckpoint(
              new CheckpointName(cut.version(), cut.mark(), cut.line(), context.term()),
              cut.folder(),
              writers.updates(),
              epoch,
              context.history().indexDigest(),
              map,
              message.state(),
              writers.parts()));
    }
  }

  /** A pserver could not write its parts. */
  public void onFailed(Member pserver, FromPserver.CheckpointFailed message) {
    if (isOf(message.folder()) && !isStoring) {
      onFailed(message.failure(), pserver.named() + ": ");
    }
  }

  /** The job rolls back. The checkpoint in progress belongs to a void line and is dropped. */
  public void onRolledBack() {
    if (cut != null) {
      drop("the job goes back");
    }
    wanted = 0;
    isLastGivenUp = false;
    clock.restart(context.nanos());
  }

  /** The storage reports that the checkpoint is not whole. */
  public void onNotStored(JobEvent.CheckpointNotStored event) {
    if (isOf(event.folder())) {
      onFailed(event.failure(), "");
    }
  }

  private void onFailed(Failure failure, String who) {
    if (isSearching || failure.kind() == FailureKind.MODEL_NOT_FOUND) {
      drop(who + failure.message());
      return;
    }
    boolean isAgain = troubles.onFailed(cut.version().number(), failure);
    drop(who + failure.message(), isAgain);
    if (context.plan().checkpoints().isFailureFatal()) {
      lifecycle.fail(failure);
    }
  }

  /** The trouble with checkpoints, current or past; null if there was none. */
  public JobView.CheckpointTrouble trouble() {
    return troubles.view();
  }

  /**
   * Drops the checkpoint in progress and deletes its files, because the next one may need the
   * space.
   */
  private void drop(String why) {
    drop(why, false);
  }

  private void drop(String why, boolean isKnown) {
    String line = context.spec().id() + ": version " + cut.version() + " is not kept: " + why;
    if (isKnown) {
      LOG.info(line);
    } else {
      LOG.warn(line);
    }
    clock.onFailed(context.nanos());
    retention.sweepFailed(cut);
    forget();
  }

  private void forget() {
    cut = null;
    isStoring = false;
    isSearching = false;
    writers.clear();
  }

  /** The manifest is in place, and every file was read back. */
  public void onStored(JobEvent.CheckpointStored event) {
    if (!isOf(event.folder())) {
      return;
    }
    LOG.info("{}: version {} is kept in {}", context.spec().id(), cut.version(), cut.folder());
    context.recordAsync(
        new CheckpointFact.CheckpointAdded(
            cut.version(),
            cut.mark(),
            cut.line(),
            cut.folder(),
            event.digest(),
            event.bytes(),
            cut.at(),
            cut.queue()));
    clock.onStored();
    troubles.onStored();
    forget();
    retention.retireOldest();
  }

  /**
   * Retires the newest checkpoint, which is damaged, so that the job rolls back to the next older
   * one.
   */
  public void onDamaged(Member pserver, Failure failure) {
    retention.retireDamaged(pserver, failure);
  }
}
