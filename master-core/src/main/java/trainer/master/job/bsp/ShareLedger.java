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
import trainer.master.job.training.Share;

/** In whose hands the undone shares are, and which of them are in nobody's. */
final class ShareLedger {
  private static final Comparator<Share> OLDEST_FIRST =
      Comparator.comparingLong(Share::version).thenComparingInt(Share::number);

  private final Map<Long, List<Share>> held = new HashMap<>();
  private final NavigableMap<Long, NavigableSet<Share>> returned = new TreeMap<>();

  /** An undone share that is in nobody's hands yet. */
  void add(Share share) {
    returned.computeIfAbsent(share.version(), none -> new TreeSet<>(OLDEST_FIRST)).add(share);
  }

  void give(Share share, long worker, long now) {
    notReturned(share);
    share.give(worker, now);
    held.computeIfAbsent(worker, none -> new ArrayList<>()).add(share);
  }

  /** A second worker gets it, too. */
  void race(Share share, long worker, long now) {
    share.race(worker, now);
    held.computeIfAbsent(worker, none -> new ArrayList<>()).add(share);
  }

  /** One of those that have it does no more. */
  void takeBack(Share share, long worker) {
    letGo(share, worker);
    share.takeBack(worker);
    if (share.holder() == Share.NOBODY) {
      add(share);
    }
  }

  /** It is done, or void: nothing of it is to be done any more. */
  void remove(Share share) {
    notReturned(share);
    letGo(share, share.holder());
    letGo(share, share.second());
  }

  private void letGo(Share share, long holder) {
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

  /** The versions that have shares in nobody's hands now, oldest first. */
  List<Long> returnedVersions() {
    return List.copyOf(returned.keySet());
  }

  /** Those of a version. */
  List<Share> returned(long version) {
    return List.copyOf(returned.get(version));
  }

  boolean isAnyReturned() {
    return !returned.isEmpty();
  }

  /** Those a worker has, oldest version first. */
  List<Share> held(long worker) {
    return held.getOrDefault(worker, List.of()).stream().sorted(OLDEST_FIRST).toList();
  }

  /** How many a worker has. */
  int load(long worker) {
    return held.getOrDefault(worker, List.of()).size();
  }

  /** How many of a version a worker has. */
  int load(long worker, long version) {
    int load = 0;
    for (Share share : held.getOrDefault(worker, List.of())) {
      load += share.version() == version ? 1 : 0;
    }
    return load;
  }

  /** Whether a worker has one that is to be computed alone. */
  boolean isAlone(long worker) {
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
