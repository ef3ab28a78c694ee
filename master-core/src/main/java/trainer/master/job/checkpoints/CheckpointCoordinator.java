package trainer.master.job.checkpoints;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.CheckpointName;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
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
 * Has the model kept every {@code trainer.checkpoint.interval} while it is trained, and once more
 * before it is exported, and the newest {@code trainer.checkpoint.keep} of what was kept.
 *
 * <pre>
 * Commit(c) → CutAsked(c), Cut(c) → all parts written → read back and verified
 *   → manifest, by rename → CheckpointAdded → CheckpointCondemned for the oldest → deleted
 * </pre>
 *
 * <p>Where nobody waits a version is open for long. It is kept as far as it is made: the tasks as
 * they stand are recorded with it, and none is given until every pserver has begun. So what is done
 * by the record is in the files, and of nothing else but what was held then can any part be.
 *
 * <p>Whoever is lost on the way, and whatever the storage refuses: that one comes to nothing and
 * what it left is deleted, what was kept before stays, and the next one is tried at a later version
 * before long. A master that is lost between the manifest and its record leaves one that counts:
 * the next one looks for it.
 */
public final class CheckpointCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointCoordinator.class);

  /** For pservers to begin what is cut of an open version: no task is given meanwhile. */
  private static final long LONGEST_BEGINNING = Duration.ofSeconds(1).toNanos();

  private final JobContext context;
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final LineManager lines;
  private final CheckpointSchedule clock;
  private final CheckpointWriters writers = new CheckpointWriters();

  /** The version that is to be cut as soon as it is committed, 0 if none. */
  private long wanted;

  /** What is being kept, or null. */
  private Fact.CutAsked cut;

  private PartitionMap map;
  private int epoch;
  private long askedAt;

  /** Its parts are there, or it is an earlier master's: the storage is to say what it comes to. */
  private boolean isStoring;

  private boolean isSearching;

  /** The storage refused what could have been the last one. */
  private boolean isLastGivenUp;

  private JobView.CheckpointTrouble trouble;

  public CheckpointCoordinator(
      JobContext context, JobLifecycle lifecycle, Membership members, LineManager lines) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.clock = new CheckpointSchedule(context.plan().checkpointInterval());
  }

  /** What the master before was keeping may be whole, though it did not live to record it. */
  public void takeOver() {
    cut = context.history().asked();
    if (cut != null) {
      isStoring = true;
      isSearching = true;
      context.act(new JobEffect.FindCheckpoint(cut.version(), cut.line(), cut.folder()));
    }
  }

  /** Whether it is not known yet which is the newest one. */
  public boolean isSearching() {
    return isSearching;
  }

  /** Decides whether the version that is open is to be kept, and whether another one still can. */
  public void look(long committed) {
    lookWriters();
    boolean isDue = clock.isDue(context.nanos());
    if (isDue && cut == null && wanted == 0 && committed + 1 < context.history().target()) {
      clock.begun(context.nanos());
      wanted = committed + 1;
    }
  }

  /**
   * Tasks of the version that is open are being done: whether it is to be kept now, as far as it is
   * made.
   */
  public boolean isDueNow() {
    lookWriters();
    if (writers.isBeginning() && context.nanos() - askedAt > LONGEST_BEGINNING) {
      drop("a pserver takes long to begin");
    }
    return cut == null && clock.isDue(context.nanos());
  }

  /** Keeps the version that is open, as far as it is made. */
  public void cutOpen(Fact.Progressed now, int itsEpoch) {
    clock.begun(context.nanos());
    begin(now, context.history().kept().nextMark(), itsEpoch);
  }

  /** Whether no task is to be given, since a pserver has still to begin. */
  public boolean isBeginning() {
    return writers.isBeginning();
  }

  /** Whatever is given from here on is not in what this pserver writes. */
  public void begun(Member pserver, FromMember.CutBegun message) {
    if (isOf(message.folder())) {
      writers.begun(pserver.incarnation());
    }
  }

  private void lookWriters() {
    if (cut != null && !isStoring && writers.isAnyGone(members::isLive)) {
      drop("a pserver is gone that was writing");
    }
  }

  /**
   * A version is committed, and all have been told.
   *
   * @param now the counters at it
   * @param itsEpoch the pass that it belongs to, from 1
   */
  public void committed(Fact.Progressed now, int itsEpoch) {
    if (wanted == now.version()) {
      begin(now, 0, itsEpoch);
    }
  }

  /**
   * The last version is committed: it is kept, too, before the model is made of it. A job that was
   * never kept is so short that it may as well be trained again.
   */
  public void lookLast(Fact.Progressed now, int itsEpoch) {
    lookWriters();
    if (cut == null && !isLastGivenUp && isLastDue()) {
      begin(now, 0, itsEpoch);
    }
  }

  private boolean isLastDue() {
    Fact.CheckpointAdded newest = context.history().kept().newest();
    return newest != null && newest.version() < context.history().version();
  }

  /** Whether all has been done to keep the last version. */
  public boolean isLastOver() {
    return cut == null && (isLastGivenUp || !isLastDue());
  }

  private void begin(Fact.Progressed now, long mark, int itsEpoch) {
    wanted = 0;
    epoch = itsEpoch;
    map = context.history().map();
    CheckpointName name = new CheckpointName(now.version(), mark, lines.line(), context.term());
    cut =
        new Fact.CutAsked(
            now.version(),
            mark,
            lines.line(),
            context.spec().jobFolder() + "/checkpoints/" + name,
            now,
            context.history().book().noted());
    context.recordBehind(cut); // the job goes on while the journal cannot be written
    askedAt = context.nanos();
    List<String> spared = new ArrayList<>(kept());
    spared.add(cut.folder());
    sweep(spared); // the orders stop whoever still writes of one that came to nothing
    writers.choose(map, mark > 0);
    lines.pservers().forEach(this::tell);
  }

  private void tell(Member pserver) {
    List<Integer> own = writers.of(pserver.incarnation());
    if (!own.isEmpty()) {
      context.send(
          pserver.incarnation(),
          new ToMember.Cut(context.term(), cut.line(), cut.version(), cut.folder(), own));
    }
  }

  /** A pserver has a new stream: its order, or its answer, may be lost with the old one. */
  public void returned(Member pserver) {
    if (cut != null && !isStoring) {
      tell(pserver);
    }
  }

  private boolean isOf(String folder) {
    return cut != null && cut.folder().equals(folder);
  }

  /** A pserver has written its parts. */
  public void written(Member pserver, FromMember.CutWritten message) {
    if (!isOf(message.folder()) || isStoring) {
      return;
    }
    writers.written(pserver.incarnation(), message);
    if (writers.isAllWritten()) {
      isStoring = true;
      context.act(
          new JobEffect.StoreCheckpoint(
              cut.version(),
              cut.mark(),
              writers.updates(),
              cut.line(),
              context.term(),
              cut.folder(),
              epoch,
              context.history().indexDigest(),
              map,
              message.state(),
              writers.parts()));
    }
  }

  /** A pserver could not write its parts. */
  public void failed(Member pserver, FromMember.CutFailed message) {
    if (isOf(message.folder()) && !isStoring) {
      failed(message.failure(), pserver.named() + ": ");
    }
  }

  /** The job goes back: what is being kept is of a future that is void. */
  public void wentBack() {
    if (cut != null) {
      drop("the job goes back");
    }
    wanted = 0;
    isLastGivenUp = false;
    clock.restart(context.nanos());
  }

  /** It is not whole. */
  public void notStored(JobEvent.CheckpointNotStored event) {
    if (isOf(event.folder())) {
      failed(event.failure(), "");
    }
  }

  private void failed(Failure failure, String who) {
    if (isSearching || failure.kind() == FailureKind.MODEL_NOT_FOUND) {
      drop(who + failure.message());
      return;
    }
    long now = context.millis();
    boolean isAgain = isInTrouble();
    trouble =
        new JobView.CheckpointTrouble(
            cut.version(),
            isAgain ? trouble.times() + 1 : 1,
            isAgain ? trouble.since() : now,
            now,
            failure.message(),
            false);
    context.changed();
    drop(who + failure.message(), isAgain);
    if (context.plan().isCheckpointFatal()) {
      lifecycle.fail(failure);
    }
  }

  private boolean isInTrouble() {
    return trouble != null && !trouble.over();
  }

  /** That versions cannot be kept, or could not, or null. */
  public JobView.CheckpointTrouble trouble() {
    return trouble;
  }

  /** A folder is written once, so the last version, which no other follows, has one try. */
  private boolean isLast() {
    return context.history().isFinal() && cut.version() == context.history().version();
  }

  /** What it leaves takes space that the next one may need. */
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
    clock.failed(context.nanos());
    sweep(kept());
    isLastGivenUp |= !isSearching && isLast();
    forget();
  }

  /** Deletes what earlier ones that came to nothing left, but not what may be adopted. */
  private void sweep(List<String> spared) {
    context.act(
        new JobEffect.SweepCheckpoints(cut.version(), cut.mark(), cut.line(), spared, false));
  }

  private List<String> kept() {
    return context.history().kept().all().stream().map(Fact.CheckpointAdded::folder).toList();
  }

  private void forget() {
    cut = null;
    isStoring = false;
    isSearching = false;
    writers.clear();
  }

  /** Its manifest is in its place, and every file was read back. */
  public void stored(JobEvent.CheckpointStored event) {
    if (!isOf(event.folder())) {
      return;
    }
    LOG.info("{}: version {} is kept in {}", context.spec().id(), cut.version(), cut.folder());
    context.recordBehind(
        new Fact.CheckpointAdded(
            cut.version(),
            cut.mark(),
            cut.line(),
            cut.folder(),
            event.digest(),
            event.bytes(),
            cut.at(),
            cut.queue()));
    context.changed();
    clock.kept();
    endTrouble();
    forget();
    condemn();
  }

  private void endTrouble() {
    if (isInTrouble()) {
      LOG.warn(
          "{}: versions are kept again, after {} that were not",
          context.spec().id(),
          trouble.times());
      trouble = trouble.end();
    }
  }

  private void condemn() {
    List<Fact.CheckpointAdded> kept = context.history().kept().all();
    int most = context.plan().checkpointsKept();
    for (Fact.CheckpointAdded one : kept.subList(0, Math.max(0, kept.size() - most))) {
      context.recordBehind(new Fact.CheckpointCondemned(one.version(), one.mark(), ""));
    }
    Fact.CheckpointAdded newest = context.history().kept().newest();
    context.act(
        new JobEffect.SweepCheckpoints(
            newest.version(), newest.mark(), lines.line(), kept(), true));
  }

  /** One that the job wanted to go back to is damaged: the next older one is gone back to. */
  public void damaged(Member pserver, Failure failure) {
    Fact.CheckpointAdded newest = context.history().kept().newest();
    LOG.error(
        "{}: version {} is kept in {}, but damaged, as {} found: {}",
        context.spec().id(),
        newest.version(),
        newest.folder(),
        pserver.named(),
        failure.message());
    context.record(
        new Fact.CheckpointCondemned(newest.version(), newest.mark(), failure.message()));
  }
}
