package trainer.master.job.bsp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import trainer.core.fact.Speculated;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.input.Units;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.history.MiniBatchComposition;
import trainer.master.job.history.VersionSchedule;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.training.PoisonBlocks;
import trainer.master.job.training.Share;

/**
 * The scheduler of shares: the open mini-batches, and the worker that computes each share. A share
 * keeps its key and its blocks as long as its line is in force; the loss of a worker only changes
 * its holder.
 */
final class ShareScheduler {
  /**
   * The shares of one version that a worker may hold: its own and a lost worker's. Other returned
   * shares wait for a worker that finishes or joins. So the first worker to join after all were
   * lost does not take every share. The bound is per version, so that shares of an older version do
   * not hold up a newer one.
   */
  private static final int MOST_OF_A_VERSION = 2;

  private final JobContext context;
  private final Membership members;
  private final PoisonBlocks poisonBlocks;
  private final BlockIndex index;
  private final MiniBatchComposition composition;
  private final VersionSchedule schedule;
  private final ShareCutter cutter;
  private final ShareTimers timers;
  private final WorkerSpeeds speeds = new WorkerSpeeds();
  private final ShareLedger ledger = new ShareLedger();
  private final SpeculativeExecution speculation;
  private final NavigableMap<Long, List<Share>> open = new TreeMap<>();

  ShareScheduler(
      JobContext context,
      Membership members,
      PoisonBlocks poisonBlocks,
      ShareTimers timers,
      BlockIndex index) {
    this.context = context;
    this.members = members;
    this.poisonBlocks = poisonBlocks;
    this.timers = timers;
    this.index = index;
    this.speculation = new SpeculativeExecution(context, members, ledger, timers, index.units());
    Units dealt = context.plan().training().composition().units(index);
    int minibatchBlocks = context.plan().minibatchBlocks(index.size());
    this.composition =
        MiniBatchComposition.of(
            context.plan().training().composition().seed(), dealt, minibatchBlocks);
    this.schedule = new VersionSchedule(context.plan().steps(), composition.perEpoch());
    this.cutter =
        new ShareCutter(
            index.units(),
            dealt.areLarge(),
            number -> {
              long records = index.block(number).records();
              return records >= 0 ? records : index.block(number).length();
            },
            index.knowsHosts() ? new IndexedHosts() : DataHosts.UNKNOWN);
  }

  /** The hosts that the file systems report, and those of the members. */
  private final class IndexedHosts implements DataHosts {
    @Override
    public List<String> ofBlock(int block) {
      return index.hosts(block);
    }

    @Override
    public String ofWorker(int worker) {
      return members.holder(Role.WORKER, worker).map(Member::host).orElse("");
    }
  }

  VersionSchedule schedule() {
    return schedule;
  }

  /** Whether all shares of an open version are computed. */
  boolean isComputed(long version) {
    return isOpen(version) && open.get(version).stream().allMatch(Share::isDone);
  }

  boolean isOpen(long version) {
    return open.containsKey(version);
  }

  /** The newest open version, or 0. */
  long newest() {
    return open.isEmpty() ? 0 : open.lastKey();
  }

  /** Opens a version: cuts a mini-batch over the live workers, of which there is at least one. */
  void open(long version) {
    if (schedule.isUpdate(version)) {
      open.put(version, List.of());
      return;
    }
    List<Member> workers = workers();
    int[] blocks = composition.blocks(schedule.minibatch(version));
    int[] suspected = Arrays.stream(blocks).filter(poisonBlocks::contains).toArray();
    int[] rest = Arrays.stream(blocks).filter(block -> !poisonBlocks.contains(block)).toArray();
    List<Share> shares = new ArrayList<>();
    open.put(version, shares);
    List<int[]> cut =
        cutter.cut(
            rest,
            workers.stream().map(Member::index).toList(),
            speeds.weights(workers.stream().map(Member::incarnation).toList()));
    for (int i = 0; i < cut.size(); i++) {
      if (cut.get(i).length > 0) {
        Share share = new Share(version, shares.size(), cut.get(i), false);
        shares.add(share);
        ledger.give(share, workers.get(i).incarnation(), context.nanos());
      }
    }
    List<Share> given = List.copyOf(shares);
    for (int block : suspected) {
      Share share = new Share(version, shares.size(), new int[] {block}, true);
      shares.add(share);
      ledger.add(share);
    }
    given.forEach(this::order); // only now: an order carries the number of all shares
    speculation.onOrdered(shares);
  }

  /** The workers that get shares: all but silent stragglers, or all if every worker is one. */
  private List<Member> workers() {
    List<Member> live = members.live(Role.WORKER);
    List<Member> confirmed =
        live.stream().filter(worker -> !speculation.isSilent(worker.incarnation())).toList();
    return confirmed.isEmpty() ? live : confirmed;
  }

  /** Finds a worker for every returned share that there is one for, oldest version first. */
  void handOut() {
    ledger.returnedVersions().forEach(this::handOut);
  }

  private void handOut(long version) {
    Set<Member> free = new LinkedHashSet<>();
    for (Member worker : workers()) {
      if (hasRoom(worker, version)) {
        free.add(worker);
      }
    }
    if (free.isEmpty()) {
      return; // checked first, because this runs at every event
    }
    Set<Member> idle = new LinkedHashSet<>(free);
    idle.removeIf(worker -> ledger.load(worker.incarnation()) > 0);
    Iterator<Share> returned = ledger.returned(version).iterator();
    while (!free.isEmpty() && returned.hasNext()) {
      Share share = returned.next();
      Member worker = leastLoaded(share.isAlone() ? idle : free, share);
      if (worker != null) {
        ledger.give(share, worker.incarnation(), context.nanos());
        order(share);
        idle.remove(worker);
        if (!hasRoom(worker, version)) {
          free.remove(worker);
        }
      }
    }
  }

  /**
   * Whether a worker may get a further share. A worker with a broken stream may not: it either
   * reconnects soon, or is as dead as the share's last holder.
   */
  private boolean hasRoom(Member worker, long version) {
    return !worker.isBrokenOff()
        && !ledger.isAlone(worker.incarnation())
        && ledger.load(worker.incarnation(), version) < MOST_OF_A_VERSION;
  }

  private Member leastLoaded(Collection<Member> workers, Share share) {
    Member least = null;
    for (Member worker : workers) {
      Incarnation incarnation = worker.incarnation();
      if (!share.hasFailedOn(incarnation)
          && (least == null || ledger.load(incarnation) < ledger.load(least.incarnation()))) {
        least = worker;
      }
    }
    return least;
  }

  /** Whether a live worker exists on which this share has not failed. */
  boolean canBeTriedElsewhere(Share share) {
    return members.live(Role.WORKER).stream()
        .anyMatch(worker -> !share.hasFailedOn(worker.incarnation()));
  }

  /** Looks for stragglers in the version being built, and for workers to replace. */
  void reconcileStragglers(long version) {
    List<Share> shares = open.get(version);
    if (shares == null || members.isAnyFull()) {
      return; // while a pserver is short of memory, a second worker would wait as well
    }
    speculation.reconcile(version, shares).forEach(share -> order(share, share.second()));
    speculation.findSlow().ifPresent(this::replace);
  }

  /**
   * Replaces a slow worker. Its shares are taken back first, so that its death is not counted
   * against them.
   */
  private void replace(Member worker) {
    String how = speculation.slowness(worker);
    takeBack(worker);
    members.lose(worker, how);
  }

  /** The latest time for the next {@link #reconcileStragglers}, in nanoseconds. */
  long nextDeadline() {
    return speculation.nextDeadline();
  }

  /** The counters of speculation. */
  Speculated speculated() {
    return speculation.speculated();
  }

  private void order(Share share) {
    order(share, share.holder());
  }

  private void order(Share share, Incarnation worker) {
    context.send(
        worker,
        new ToWorker.Order(
            context.term(),
            context.history().line(),
            new Version(share.version()),
            schedule.phase(share.version()),
            new ToWorker.Share(
                share.number(),
                open.get(share.version()).size(),
                composition.minibatchBlocks(),
                index.group(share.blocks())),
            new Version(open.firstKey() - 1)));
  }

  /** A worker answers a probe. */
  void onProbeAnswered(Member worker, long probe) {
    speculation.onProbeAnswered(worker.incarnation(), probe);
  }

  /** Repeats every order a worker still holds, oldest first. */
  void repeat(Member worker) {
    speculation.onAlive(worker.incarnation());
    held(worker).forEach(share -> order(share, worker.incarnation()));
  }

  /** The undone shares a worker holds, oldest version first. */
  List<Share> held(Member worker) {
    return ledger.held(worker.incarnation());
  }

  /** A worker is gone: its shares are returned. */
  void takeBack(Member worker) {
    held(worker).forEach(share -> takeBack(share, worker));
    speculation.forget(worker.incarnation());
    speeds.forget(worker.incarnation());
    cutter.forget(worker.index());
  }

  /** Takes a share back from a worker. It is returned unless a second worker computes it too. */
  void takeBack(Share share, Member worker) {
    ledger.takeBack(share, worker.incarnation());
  }

  /** Whether shares wait for a worker. */
  boolean isAnyReturned() {
    return ledger.isAnyReturned();
  }

  /** The share with this key, if it is open. */
  Optional<Share> find(Line line, long version, int number) {
    List<Share> shares = open.get(version);
    boolean known =
        line.equals(context.history().line())
            && shares != null
            && number >= 0
            && number < shares.size();
    return known ? Optional.of(shares.get(number)) : Optional.empty();
  }

  /** A worker reports that every replica has its share. */
  void onShareDone(Member worker, FromWorker.ShareDone message) {
    Optional<Share> open = find(message.line(), message.version().number(), message.share());
    if (open.isPresent() && open.get().isDone()) {
      return; // reported twice, because the order was repeated
    }
    speculation.onAlive(worker.incarnation());
    speeds.addMeasurement(worker.incarnation(), message.records(), message.nanos());
    if (message.line().number() > context.lineBefore()) {
      worker.onShareDone(message);
    }
    if (open.isEmpty()) {
      speculation.onLateShare(worker, message);
    }
    open.ifPresent(
        share -> {
          speculation.onShareDone(share, worker);
          timers.onFinished(share, worker.incarnation(), context.nanos());
          share.finish();
          ledger.remove(share);
          poisonBlocks.acquit(share.blocks());
        });
  }

  /** A version is committed: its open shares are dropped. */
  void close(long version) {
    List<Share> shares = open.remove(version);
    speculation.onCommitted(version, shares);
    for (Share share : shares) {
      if (!share.isDone()) {
        timers.onFinished(share, share.holder(), context.nanos());
      }
      ledger.remove(share);
      poisonBlocks.acquit(share.blocks());
    }
  }

  /** A new line voids all open shares. */
  void drop() {
    open.clear();
    ledger.clear();
    speculation.drop();
  }
}
