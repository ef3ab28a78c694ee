package trainer.master.job.history;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import trainer.core.fact.Fact;

/**
 * What is kept of a job, by version and mark: a fold over what was added and condemned. The newest
 * is what a job goes back to.
 */
public final class CheckpointCatalog {
  /** A committed version, or with a mark the one after it as far as it was made. */
  private record Place(long version, long mark) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::version).thenComparingLong(Place::mark);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  private final TreeMap<Place, Fact.CheckpointAdded> kept = new TreeMap<>();
  private long lastMark;

  void asked(Fact.CutAsked fact) {
    lastMark = Math.max(lastMark, fact.mark());
  }

  void added(Fact.CheckpointAdded fact) {
    lastMark = Math.max(lastMark, fact.mark());
    kept.put(new Place(fact.version(), fact.mark()), fact);
  }

  /** The one that is not gone back to any more, or null. */
  Fact.CheckpointAdded condemned(Fact.CheckpointCondemned fact) {
    return kept.remove(new Place(fact.version(), fact.mark()));
  }

  /** All of them, the oldest first. */
  public List<Fact.CheckpointAdded> all() {
    return List.copyOf(kept.values());
  }

  /** The newest one; null is the initial values, which need no keeping. */
  public Fact.CheckpointAdded newest() {
    return kept.isEmpty() ? null : kept.lastEntry().getValue();
  }

  /** The mark of the next one of an open version: above all before, whatever came of them. */
  public long nextMark() {
    return lastMark + 1;
  }
}
