package trainer.appmaster.tracker;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.input.BlockIndex;
import trainer.core.job.JobState;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;

/**
 * The mini-batches of one job, from the first order to the last commit.
 *
 * <p>Version c+1 is committed when every pserver of the map has said that it has all shares of
 * (line, c+1); the commit is then news, not a decision. Orders are given up to c+3, so that workers
 * read and decode while they wait.
 */
final class Training {
  private static final int AHEAD = 3;

  private final Context context;
  private final Lifecycle lifecycle;
  private final Members members;
  private final Lines lines;
  private final BlockIndex index;
  private final Suspects suspects;
  private final Orders orders;
  private final Window window;
  private final Course course;
  private final ProgressLog progress;
  private final Set<Long> complete = new HashSet<>();
  private Metrics completing = Metrics.NONE;
  private long committed;
  private long lineOfCommitted;

  Training(
      Context context,
      Lifecycle lifecycle,
      Members members,
      Lines lines,
      Tolerance tolerance,
      BlockIndex index) {
    this.context = context;
    this.lifecycle = lifecycle;
    this.members = members;
    this.lines = lines;
    this.index = index;
    this.suspects = new Suspects(lifecycle, index);
    this.orders = new Orders(context, members, suspects, index);
    this.window = new Window(context);
    this.course = orders.course();
    this.progress = new ProgressLog(context, members, tolerance, course);
  }

  /**
   * Goes on from the version that is found committed.
   *
   * @param cutUnder the line under which it was cut
   * @param metricsFrom the version whose metrics come first
   * @param metrics those of versions that were not noted yet
   */
  void resume(long version, long cutUnder, long metricsFrom, List<Metrics> metrics) {
    committed = version;
    lineOfCommitted = cutUnder;
    progress.resume(version, metricsFrom, metrics);
    lookFinished();
  }

  /** Versions of the whole training. */
  long versions() {
    return course.versions();
  }

  /** The newest committed version. */
  long committed() {
    return committed;
  }

  boolean isFinished() {
    return context.history().isFinal();
  }

  boolean hasReturnedShares() {
    return orders.isAnyReturned();
  }

  /** Opens and hands out what can be. */
  void look() {
    if (context.history().state() != JobState.RUNNING
        || isFinished()
        || lifecycle.isDecided()
        || !lines.isReady()) {
      return;
    }
    orders.handOut();
    long last = Math.min(context.history().target(), committed + depth());
    for (long version = committed + 1; version <= last; version++) {
      if (!orders.isOpen(version) && canOpen(version)) {
        window.reach(version);
        open(version);
      }
    }
    orders.handOut();
    progress.look();
  }

  /** A row update has to be the next version; a mini-batch may be the one after it. */
  private boolean canOpen(long version) {
    return course.isUpdate(version)
        ? version == committed + 1
        : !members.live(Role.WORKER).isEmpty();
  }

  private void open(long version) {
    orders.open(version);
    if (course.isUpdate(version)) {
      for (Member pserver : members.live(Role.PSERVER)) {
        tellUpdate(pserver, version);
      }
    }
  }

  private void tellUpdate(Member pserver, long version) {
    context.send(
        pserver.incarnation(),
        new ToMember.UpdateRows(context.term(), lines.line(), version, course.phase(version)));
  }

  /** A block computed alone stands alone: nothing is ordered ahead meanwhile. */
  private int depth() {
    return suspects.isEmpty() ? AHEAD : 1;
  }

  void complete(Member pserver, FromMember.Complete message) {
    if (message.line() != lines.line()
        || message.version() != committed + 1
        || !orders.isOpen(message.version())
        || !complete.add(pserver.incarnation())) {
      return;
    }
    completing = completing.plus(message.metrics());
    if (isHeldByAll()) {
      commit(message.version());
    }
  }

  private boolean isHeldByAll() {
    return context.history().map().pservers().stream()
        .allMatch(pserver -> complete.contains(pserver.incarnation()));
  }

  private void commit(long version) {
    committed = version;
    lineOfCommitted = lines.line();
    orders.close(version);
    for (Member pserver : members.live(Role.PSERVER)) {
      tellCommit(pserver);
    }
    progress.committed(version, completing);
    complete.clear();
    completing = Metrics.NONE;
    lookFinished();
  }

  private void lookFinished() {
    if (committed == context.history().target() && !isFinished()) {
      context.record(new Fact.FinalVersion(committed));
    }
  }

  /**
   * Somebody wants the model as it is: what is ordered is still finished, and nothing after it is
   * ordered any more. The first version of the last phase of passes is finished in any case, for
   * there is no model before it.
   */
  void stop(String by) {
    long last = Math.max(Math.max(course.firstOfTheModel(), committed), orders.newest());
    if (isFinished() || last >= context.history().target()) {
      return; // it ends by then anyway
    }
    context.record(new Fact.PlanSet(committed, last, by, context.millis()));
    lookFinished();
  }

  private void tellCommit(Member pserver) {
    context.send(
        pserver.incarnation(), new ToMember.Commit(context.term(), lines.line(), committed));
  }

  /** Nothing is trained any more: the counters become final. */
  void close() {
    progress.close();
  }

  void shareDone(Member worker, FromMember.ShareDone message) {
    orders.done(worker, message);
  }

  /**
   * The data or the user's code failed in a share. Failing on a second worker proves that it is not
   * the worker, and the job ends; until then the share is tried on another one.
   *
   * @return whether this worker has to be replaced, since there is no other to try it on
   */
  boolean shareFailed(Member worker, FromMember.ShareFailed message) {
    Share share =
        orders
            .find(message.line(), message.version(), message.share())
            .filter(found -> found.isHeldBy(worker.incarnation()))
            .orElse(null);
    if (share == null) {
      return false;
    }
    if (share.failure(worker.incarnation()) >= 2) {
      lifecycle.fail(named(message.failure(), message.block()));
      return false;
    }
    orders.takeBack(share);
    return !orders.canBeTriedElsewhere(share);
  }

  private Failure named(Failure failure, int block) {
    String where = failure.where();
    if (block >= 0 && block < index.size() && !where.contains(index.fileOf(block).path())) {
      where = Suspects.where(index, block) + (where.isEmpty() ? "" : ", " + where);
    }
    return new Failure(failure.kind(), failure.what(), where, failure.advice());
  }

  /** A worker is gone. Its shares keep their keys; only who computes them changes. */
  void lost(Member worker, String how) {
    List<Share> held = orders.held(worker);
    orders.takeBack(worker);
    if (suspects.diedWith(held, worker, how)) {
      orders.drop();
      complete.clear();
      completing = Metrics.NONE;
      lines.open(
          committed,
          lineOfCommitted,
          Suspects.DEATHS_TOGETHER
              + " workers died that held them: computed alone from here: "
              + suspects.named());
    }
  }

  /** Repeats to a member with a new stream all that may have been lost with the old one. */
  void returned(Member member) {
    if (member.role() == Role.WORKER) {
      orders.repeat(member);
      return;
    }
    if (!lines.isOpen()) {
      return; // it is asked what it holds
    }
    if (lines.isAwaited(member)) {
      lines.tell(member);
      return;
    }
    if (committed > context.history().base()) {
      tellCommit(member);
    }
    if (orders.isOpen(committed + 1) && course.isUpdate(committed + 1)) {
      tellUpdate(member, committed + 1);
    }
    context.send(member.incarnation(), new ToMember.Seal(context.term(), committed));
  }
}
