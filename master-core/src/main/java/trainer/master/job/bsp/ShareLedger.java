package trainer.master.job.bsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import trainer.core.id.Incarnation;
import trainer.master.job.training.Share;

/** The undone shares: those that each worker holds, and those that no worker holds. */
final class ShareLedger {
  private static final Comparator<Share> OLDEST_FIRST =
      Comparator.comparingLong(Share::version).thenComparingInt(Share::number);

  private final Map<Incarnation, List<Share>> held = new HashMap<>();
  private final NavigableMap<Long, NavigableSet<Share>> returned = new TreeMap<>();

  /** Adds an undone share that no worker holds yet. */
  void add(Share share) {
    returned.computeIfAbsent(share.version(), none -> new TreeSet<>(OLDEST_FIRST)).add(share);
  }

  void give(Share share, Incarnation worker, long now) {
    notReturned(share);
    share.give(worker, now);
    held.computeIfAbsent(worker, none -> new ArrayList<>()).add(share);
  }

  /** Gives a share to a second worker, in addition to its holder. */
  void race(Share share, Incarnation worker, long now) {
    share.race(worker, now);
    held.computeIfAbsent(worker, none -> new ArrayList<>()).add(share);
  }

  /** Takes a share back from one of its workers. */
  void takeBack(Share share, Incarnation worker) {
    letGo(share, worker);
    share.takeBack(worker);
    if (!share.isHeld()) {
      add(share);
    }
  }

  /** Removes a share that is done or void. */
  void remove(Share share) {
    notReturned(share);
    letGo(share, share.holder());
    letGo(share, share.second());
  }

  private void letGo(Share share, Incarnation holder) {
    held.computeIfPresent(
        holder,
        (worker, shares) -> {
          shares.remove(share);
          return shares.isEmpty() ? null : shares;
        });
  }

  private void notReturned(Share share) {
    returned.computeIfPresent(
        share.version(),
        (version, shares) -> {
          shares.remove(share);
          return shares.isEmpty() ? null : shares;
        });
  }

  /** The versions with shares that no worker holds, oldest first. */
  List<Long> returnedVersions() {
    return List.copyOf(returned.keySet());
  }

  /** The shares of a version that no worker holds. */
  List<Share> returned(long version) {
    return List.copyOf(returned.get(version));
  }

  boolean isAnyReturned() {
    return !returned.isEmpty();
  }

  /** The shares that a worker holds, oldest version first. */
  List<Share> held(Incarnation worker) {
    return held.getOrDefault(worker, List.of()).stream().sorted(OLDEST_FIRST).toList();
  }

  /** The number of shares that a worker holds. */
  int load(Incarnation worker) {
    return held.getOrDefault(worker, List.of()).size();
  }

  /** The number of shares of a version that a worker holds. */
  int load(Incarnation worker, long version) {
    int load = 0;
    for (Share share : held.getOrDefault(worker, List.of())) {
      load += share.version() == version ? 1 : 0;
    }
    return load;
  }

  /** Whether a worker holds a share that has to be computed alone. */
  boolean isAlone(Incarnation worker) {
    for (Share share : held.getOrDefault(worker, List.of())) {
      if (share.isAlone()) {
        return true;
      }
    }
    return false;
  }

  void clear() {
    held.clear();
    returned.clear();
  }
}
