package trainer.master.job.bsp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Speculated;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Version;
import trainer.core.input.Units;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.ProbeTracker;
import trainer.master.job.training.Share;

/**
 * Speculative execution of straggling shares (backup tasks; Dean and Ghemawat, "MapReduce:
 * Simplified Data Processing on Large Clusters", OSDI 2004, section 3.6). The bounds are those that
 * Spark and Hadoop have made usual.
 *
 * <p>When a share of the version being built exceeds the limit of {@link StragglerThreshold}, a
 * second worker gets it too, under the same share key. That worker holds no other share of that
 * version. Replicas accept the first push and discard the second unread, so a share is never
 * counted twice. The slower worker receives {@code Cancel}.
 *
 * <ul>
 *   <li>Bounds: at most a tenth of the blocks ordered so far, plus {@value #AT_ONCE}, are computed
 *       twice.
 *   <li>Probing: a straggler is probed. Until it answers it receives no new shares, and its shares
 *       of later versions are reassigned. So a stalled process delays one version instead of all.
 *   <li>Replacement: {@link StragglerDetector} finds workers that are slow persistently; they are
 *       replaced.
 *   <li>Durability: only the counters are journaled. A new master cuts the open version again,
 *       which voids every backup task.
 * </ul>
 */
final class SpeculativeExecution {
  private static final Logger LOG = LoggerFactory.getLogger(SpeculativeExecution.class);
  private static final double EXTRA = 0.1;

  /**
   * Blocks that may be computed twice in addition to a tenth of all, so that short jobs can
   * speculate too.
   */
  private static final int AT_ONCE = 32;

  private static final int REMEMBERED = 64;

  private record Key(Line line, long version, int share) {}

  private final JobContext context;
  private final Membership members;
  private final ShareLedger ledger;
  private final ShareTimers timers;
  private final Units units;
  private final StragglerThreshold lag = new StragglerThreshold();
  private final StragglerDetector slow = new StragglerDetector();
  private final ProbeTracker probes;

  /** Stragglers that have not answered their probe, each with the version at which it lagged. */
  private final Map<Incarnation, Long> silent = new HashMap<>();

  private final boolean isOn;
  private final Speculated before;

  /** Races of committed versions whose winner is not reported yet, each with the second worker. */
  private final Map<Key, Incarnation> undecided =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Incarnation> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The time that each worker took for its shares of the version being built, as far as known. */
  private final Map<Incarnation, Long> took = new HashMap<>();

  /** Workers that finished a share of that version before it was the version being built. */
  private final Set<Incarnation> early = new HashSet<>();

  private List<Share> shares = List.of();
  private long building;
  private long nextCheck = Long.MAX_VALUE;
  private long blocksOrdered;
  private long blocksTwice;
  private long duplicates;
  private long wins;
  private long cancels;
  private long replaced;

  SpeculativeExecution(
      JobContext context, Membership members, ShareLedger ledger, ShareTimers timers, Units units) {
    this.context = context;
    this.members = members;
    this.ledger = ledger;
    this.timers = timers;
    this.units = units;
    this.probes = new ProbeTracker(context);
    this.isOn = context.plan().training().isSpeculating();
    this.before = context.history().speculated();
  }

  /** The counters of speculation, of this master and all earlier ones. */
  Speculated speculated() {
    return before.plus(new Speculated(duplicates, wins, cancels, replaced));
  }

  /** The latest time for the next {@link #reconcile}, in nanoseconds. */
  long nextDeadline() {
    return nextCheck;
  }

  /** A version was cut into these shares, and they were given out. */
  void onOrdered(List<Share> cut) {
    cut.forEach(share -> blocksOrdered += share.blocks().length);
  }

  /**
   * Finds the stragglers of the version being built, probes them and gives their shares to a second
   * worker.
   *
   * @param ofVersion the shares of the version
   * @return the shares that were given to a second worker just now
   */
  List<Share> reconcile(long version, List<Share> ofVersion) {
    nextCheck = Long.MAX_VALUE;
    shares = ofVersion;
    if (version != building) {
      building = version;
      lag.clear();
      took.clear();
      early.clear();
      shares.stream().filter(Share::isDone).forEach(this::doneEarly);
    }
    long expected = isOn ? lag.expected(shares.size()) : StragglerThreshold.UNKNOWN;
    if (expected == StragglerThreshold.UNKNOWN && silent.isEmpty()) {
      return List.of();
    }
    List<Share> raced = new ArrayList<>();
    for (Share share : shares) {
      if (!share.isDone() && share.isHeld() && !share.isRaced()) {
        long lateAt = lateAt(share, expected);
        if (context.nanos() < lateAt) {
          nextCheck = Math.min(nextCheck, lateAt);
        } else {
          doubt(share);
          if (race(share)) {
            raced.add(share);
          }
        }
      }
    }
    return raced;
  }

  private void doneEarly(Share share) {
    lag.onEarly();
    early.add(share.holder());
  }

  private long lateAt(Share share, long expected) {
    if (silent.containsKey(share.holder())) {
      return context.nanos();
    }
    if (expected == StragglerThreshold.UNKNOWN) {
      return Long.MAX_VALUE;
    }
    long began = timers.began(share, share.holder());
    long soonest = began + StragglerThreshold.allowed(expected, 1);
    return context.nanos() < soonest // mostly so, and units take long to count
        ? soonest
        : began + StragglerThreshold.allowed(expected, units.decodedForEach(share.blocks()));
  }

  private boolean race(Share share) {
    int blocks = share.blocks().length;
    if (share.isAlone() || blocksTwice + blocks > AT_ONCE + EXTRA * blocksOrdered) {
      return false;
    }
    Member second = second(share);
    if (second == null) {
      return false;
    }
    blocksTwice += blocks;
    duplicates++;
    ledger.race(share, second.incarnation(), context.nanos());
    LOG.debug(
        "{}: share {} of version {} is given to {}, too",
        context.spec().id(),
        share.number(),
        share.version(),
        second.named());
    return true;
  }

  /**
   * Probes the holder of a straggling share, and takes back the shares of later versions that it
   * holds.
   */
  private void doubt(Share share) {
    Incarnation holder = share.holder();
    if (silent.putIfAbsent(holder, share.version()) == null
        && probes.isAssured(holder, share.version())) {
      silent.remove(holder);
    }
    for (Share ahead : silent.containsKey(holder) ? ledger.held(holder) : List.<Share>of()) {
      if (ahead.version() > share.version() && !ahead.isAlone()) {
        ledger.takeBack(ahead, holder);
        cancel(ahead, holder);
      }
    }
  }

  /** Whether a worker is a straggler that has not answered its probe; it is given nothing. */
  boolean isSilent(Incarnation worker) {
    return silent.containsKey(worker);
  }

  /** A worker answers a probe. */
  void onProbeAnswered(Incarnation worker, long probe) {
    if (probes.isAnswer(worker, probe)) {
      silent.remove(worker);
    }
  }

  /**
   * The worker with the fewest shares of other versions, among those that hold none of this one; or
   * null.
   */
  private Member second(Share share) {
    Member least = null;
    for (Member worker : members.live(Role.WORKER)) {
      Incarnation incarnation = worker.incarnation();
      if (!worker.isBrokenOff()
          && !isSilent(incarnation)
          && ledger.load(incarnation, share.version()) == 0
          && !ledger.isAlone(incarnation)
          && !share.hasFailedOn(incarnation)
          && (least == null || ledger.load(incarnation) < ledger.load(least.incarnation()))) {
        least = worker;
      }
    }
    return least;
  }

  /**
   * A worker reports the first completion of a share. Other workers that compute it are cancelled.
   */
  void onShareDone(Share share, Member worker) {
    Incarnation incarnation = worker.incarnation();
    if (share.version() == building && share.isHeldBy(incarnation)) {
      lag.add(context.nanos() - timers.began(share, incarnation));
      addTime(share);
    }
    if (share.isRaced()) {
      wins += incarnation.equals(share.second()) ? 1 : 0;
      cancel(share, share.holder(), incarnation);
      cancel(share, share.second(), incarnation);
    }
  }

  /** Notes the time of a share's first holder, which finished it or is cancelled. */
  private void addTime(Share share) {
    if (share.isHeld()) {
      took.merge(share.holder(), context.nanos() - timers.began(share, share.holder()), Math::max);
    }
  }

  private void cancel(Share share, Incarnation loser, Incarnation winner) {
    if (loser.equals(winner) || loser.equals(Incarnation.NONE)) {
      return;
    }
    cancels++;
    cancel(share, loser);
  }

  private void cancel(Share share, Incarnation loser) {
    context.send(
        loser,
        new ToWorker.Cancel(
            context.term(),
            context.history().line(),
            new Version(share.version()),
            share.number()));
  }

  /** A worker reports a share whose version is committed already. */
  void onLateShare(Member worker, FromWorker.ShareDone message) {
    Incarnation second =
        undecided.remove(new Key(message.line(), message.version().number(), message.share()));
    if (worker.incarnation().equals(second)) {
      wins++;
    }
  }

  /**
   * A version is committed.
   *
   * @param built its shares, in their last state
   */
  void onCommitted(long version, List<Share> built) {
    for (Share share : built) {
      if (!share.isDone()) {
        addTime(share);
        if (share.isRaced()) {
          undecided.put(new Key(context.history().line(), version, share.number()), share.second());
          cancel(share, share.holder(), Incarnation.NONE);
          cancel(share, share.second(), Incarnation.NONE);
          cancels--; // one of the two has won, so only one cancel counts
        }
      }
    }
    long expected = lag.expected(built.size());
    if (version == building && expected != StragglerThreshold.UNKNOWN) {
      judge(StragglerThreshold.allowed(expected, 1));
    }
  }

  /** Passes the times of the finished version to the straggler detector. */
  private void judge(long allowed) {
    long now = context.nanos();
    took.forEach(
        (worker, nanos) ->
            slow.onBuilt(worker, nanos > allowed || isSilent(worker), nanos, lag.median(), now));
    for (Incarnation worker : silent.keySet()) {
      if (!took.containsKey(worker)) {
        slow.onBuiltWithout(worker, now);
      }
    }
    for (Incarnation worker : early) {
      if (!took.containsKey(worker) && !isSilent(worker)) {
        slow.onBuiltEarly(worker, now);
      }
    }
  }

  /** A worker that is slow persistently and has to be replaced, if there is another worker. */
  Optional<Member> findSlow() {
    List<Member> workers = members.live(Role.WORKER);
    if (!isOn || workers.size() < 2) {
      return Optional.empty();
    }
    Optional<Member> found =
        workers.stream()
            .filter(worker -> slow.isFound(worker.incarnation(), context.nanos()))
            .findFirst();
    replaced += found.isPresent() ? 1 : 0;
    return found;
  }

  /** The reason for replacing a slow worker, in words. */
  String slowness(Member worker) {
    Long lagged = silent.get(worker.incarnation());
    if (lagged != null) {
      return "it lagged at version " + lagged + " and has not answered since";
    }
    return "it is slow: a share takes it " + slow.times(worker.incarnation()).inWords();
  }

  /** A worker is gone. */
  void forget(Incarnation worker) {
    slow.forget(worker);
    took.remove(worker);
    early.remove(worker);
    onAlive(worker);
  }

  /** A worker is alive: it finished a share, or connected over a new stream. */
  void onAlive(Incarnation worker) {
    silent.remove(worker);
    probes.forget(worker);
  }

  /** A new line voids all open shares. */
  void drop() {
    building = 0;
    shares = List.of();
    took.clear();
    early.clear();
    nextCheck = Long.MAX_VALUE;
    lag.clear();
    silent.clear();
    probes.clear();
  }
}
