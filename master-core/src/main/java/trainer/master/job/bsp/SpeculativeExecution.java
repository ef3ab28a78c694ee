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
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.members.ProbeTracker;
import trainer.master.job.training.Share;

/**
 * Has a share that lags behind (see {@link StragglerThreshold}) computed by a second worker, too:
 * under the same key, so that copies take whichever comes first and drop the other unread. Whoever
 * is second is told to leave it. At most a tenth of all blocks is computed for that. Whoever lags
 * is asked whether it is there: until it answers it is given nothing more, and what it was given
 * ahead goes to others, so that a process that stands still for a moment holds up one version and
 * not all it has a share of. A worker that lags all the time is replaced.
 *
 * <p>Nothing of it is recorded but what it has come to: with another master the mini-batch is cut
 * anew. After J. Dean, S. Ghemawat, MapReduce: Simplified Data Processing on Large Clusters, OSDI
 * 2004, section 3.6, and the bounds that Spark and Hadoop have made usual.
 */
final class SpeculativeExecution {
  private static final Logger LOG = LoggerFactory.getLogger(SpeculativeExecution.class);
  private static final double EXTRA = 0.1;

  /** Blocks that may be computed twice before a tenth of the others is that many. */
  private static final int AT_ONCE = 32;

  private static final int REMEMBERED = 64;

  private record Key(long line, long version, int share) {}

  private final JobContext context;
  private final Membership members;
  private final ShareLedger hands;
  private final ShareTimers clocks;
  private final StragglerThreshold lag = new StragglerThreshold();
  private final StragglerDetector slow = new StragglerDetector();
  private final ProbeTracker doubts;

  /** Workers that lagged and have not answered since, and the version they lagged at. */
  private final Map<Long, Long> silent = new HashMap<>();

  private final boolean isOn;
  private final Speculated before;

  /** Races whose version is committed, and nobody has said who won; each with the second worker. */
  private final Map<Key, Long> undecided =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** How long each worker took for its shares of the version being built, as far as known. */
  private final Map<Long, Long> took = new HashMap<>();

  /** Workers that did a share of it before it was the version being built. */
  private final Set<Long> early = new HashSet<>();

  private List<Share> shares = List.of();
  private long building;
  private long looksAt = Long.MAX_VALUE;
  private long blocksOrdered;
  private long blocksTwice;
  private long duplicates;
  private long wins;
  private long cancels;
  private long replaced;

  SpeculativeExecution(
      JobContext context, Membership members, ShareLedger hands, ShareTimers clocks) {
    this.context = context;
    this.members = members;
    this.hands = hands;
    this.clocks = clocks;
    this.doubts = new ProbeTracker(context);
    this.isOn = context.plan().isSpeculating();
    this.before = context.history().speculated();
  }

  /** What it has come to, under this master and those before. */
  Speculated speculated() {
    return before.plus(new Speculated(duplicates, wins, cancels, replaced));
  }

  /** When it is to be looked at again at the latest. */
  long looksAt() {
    return looksAt;
  }

  /** A version was cut and given out. */
  void ordered(List<Share> cut) {
    cut.forEach(share -> blocksOrdered += share.blocks().length);
  }

  /**
   * Finds who lags in the version being built.
   *
   * @param ofVersion its shares
   * @return the shares that were given to a second worker just now
   */
  List<Share> look(long version, List<Share> ofVersion) {
    looksAt = Long.MAX_VALUE;
    shares = ofVersion;
    if (version != building) {
      building = version;
      lag.clear();
      took.clear();
      early.clear();
      shares.stream().filter(Share::isDone).forEach(this::doneEarly);
    }
    long allowed = isOn ? lag.allowed(shares.size()) : Long.MAX_VALUE;
    if (allowed == Long.MAX_VALUE && silent.isEmpty()) {
      return List.of();
    }
    List<Share> raced = new ArrayList<>();
    for (Share share : shares) {
      if (!share.isDone() && share.holder() != Share.NOBODY && share.second() == Share.NOBODY) {
        long lateAt = lateAt(share, allowed);
        if (context.nanos() < lateAt) {
          looksAt = Math.min(looksAt, lateAt);
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
    lag.early();
    early.add(share.holder());
  }

  private long lateAt(Share share, long allowed) {
    if (silent.containsKey(share.holder())) {
      return context.nanos();
    }
    return allowed == Long.MAX_VALUE
        ? Long.MAX_VALUE
        : clocks.began(share, share.holder()) + allowed;
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
    hands.race(share, second.incarnation(), context.nanos());
    LOG.debug(
        "{}: share {} of version {} is given to {}, too",
        context.spec().id(),
        share.number(),
        share.version(),
        second.named());
    return true;
  }

  /** Asks its holder whether it is there, and gives to others what that was given ahead. */
  private void doubt(Share share) {
    long holder = share.holder();
    if (silent.putIfAbsent(holder, share.version()) == null
        && doubts.isAssured(holder, share.version())) {
      silent.remove(holder);
    }
    for (Share ahead : silent.containsKey(holder) ? hands.held(holder) : List.<Share>of()) {
      if (ahead.version() > share.version() && !ahead.isAlone()) {
        hands.takeBack(ahead, holder);
        cancel(ahead, holder);
      }
    }
  }

  /** Whether a worker lagged and has not answered since, so that it is given nothing. */
  boolean isSilent(long worker) {
    return silent.containsKey(worker);
  }

  /** A worker answers a probe. */
  void answered(long worker, long probe) {
    if (doubts.isAnswer(worker, probe)) {
      silent.remove(worker);
    }
  }

  /** Of those that have nothing to do of that version the one with the least of others. */
  private Member second(Share share) {
    Member least = null;
    for (Member worker : members.live(Role.WORKER)) {
      long incarnation = worker.incarnation();
      if (!worker.isBrokenOff()
          && !isSilent(incarnation)
          && hands.load(incarnation, share.version()) == 0
          && !hands.isAlone(incarnation)
          && !share.hasFailedOn(incarnation)
          && (least == null || hands.load(incarnation) < hands.load(least.incarnation()))) {
        least = worker;
      }
    }
    return least;
  }

  /**
   * A worker says that a share is done which was not known to be: others need not go on with it.
   */
  void done(Share share, Member worker) {
    long incarnation = worker.incarnation();
    if (share.version() == building && share.isHeldBy(incarnation)) {
      lag.took(context.nanos() - clocks.began(share, incarnation));
      takes(share);
    }
    if (share.second() != Share.NOBODY) {
      wins += incarnation == share.second() ? 1 : 0;
      cancel(share, share.holder(), incarnation);
      cancel(share, share.second(), incarnation);
    }
  }

  /** Its first worker is over with it, by itself or because another one was faster. */
  private void takes(Share share) {
    if (share.holder() != Share.NOBODY) {
      took.merge(share.holder(), context.nanos() - clocks.began(share, share.holder()), Math::max);
    }
  }

  private void cancel(Share share, long loser, long winner) {
    if (loser == winner || loser == Share.NOBODY) {
      return;
    }
    cancels++;
    cancel(share, loser);
  }

  private void cancel(Share share, long loser) {
    context.send(
        loser,
        new ToMember.Cancel(
            context.term(), context.history().line(), share.version(), share.number()));
  }

  /** A worker says that a share is done whose version is committed. */
  void said(Member worker, FromMember.ShareDone message) {
    Long second = undecided.remove(new Key(message.line(), message.version(), message.share()));
    if (second != null && second == worker.incarnation()) {
      wins++;
    }
  }

  /** A version is committed; its shares are as they stood. */
  void committed(long version, List<Share> built) {
    for (Share share : built) {
      if (!share.isDone()) {
        takes(share);
        if (share.second() != Share.NOBODY) {
          undecided.put(new Key(context.history().line(), version, share.number()), share.second());
          cancel(share, share.holder(), Share.NOBODY);
          cancel(share, share.second(), Share.NOBODY);
          cancels--; // one of them has won, and nobody knows yet which
        }
      }
    }
    long allowed = lag.allowed(built.size());
    if (version == building && allowed != Long.MAX_VALUE) {
      judge(allowed);
    }
  }

  /** Notes how long each worker took for the version that is built. */
  private void judge(long allowed) {
    long now = context.nanos();
    took.forEach(
        (worker, nanos) ->
            slow.built(worker, nanos > allowed || isSilent(worker), nanos, lag.median(), now));
    for (Long worker : silent.keySet()) {
      if (!took.containsKey(worker)) {
        slow.builtWithout(worker, now);
      }
    }
    for (Long worker : early) {
      if (!took.containsKey(worker) && !isSilent(worker)) {
        slow.builtEarly(worker, now);
      }
    }
  }

  /** A worker that lags all the time and is to be replaced, if another one is there. */
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

  /** How a worker is slow, in words. */
  String slowness(Member worker) {
    Long lagged = silent.get(worker.incarnation());
    if (lagged != null) {
      return "it lagged at version " + lagged + " and has not answered since";
    }
    return "it is slow: a share takes it " + slow.times(worker.incarnation()).inWords();
  }

  /** A worker is gone. */
  void forget(long worker) {
    slow.forget(worker);
    took.remove(worker);
    early.remove(worker);
    heard(worker);
  }

  /** A worker is there: it has finished something, or come back over a new stream. */
  void heard(long worker) {
    silent.remove(worker);
    doubts.forget(worker);
  }

  /** A new line: everything open is void. */
  void drop() {
    building = 0;
    shares = List.of();
    took.clear();
    early.clear();
    looksAt = Long.MAX_VALUE;
    lag.clear();
    silent.clear();
    doubts.clear();
  }
}
