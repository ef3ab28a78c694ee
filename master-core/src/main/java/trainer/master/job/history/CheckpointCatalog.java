package trainer.master.job.history;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import trainer.core.fact.Fact;

/**
 * The valid checkpoints of a job, by version and mark: a fold over those added and retired. A
 * rollback uses the newest.
 */
public final class CheckpointCatalog {
  /**
   * Identifies a checkpoint: mark 0 is a committed version; any other, the open version after it.
   */
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

  void on(Fact.CheckpointAsked fact) {
    lastMark = Math.max(lastMark, fact.mark());
  }

  public void on(Fact.CheckpointAdded fact) {
    lastMark = Math.max(lastMark, fact.mark());
    kept.put(new Place(fact.version(), fact.mark()), fact);
  }

  /** Removes a retired checkpoint and returns it, or null if it is unknown. */
  public Fact.CheckpointAdded retire(Fact.CheckpointRetired fact) {
    return kept.remove(new Place(fact.version(), fact.mark()));
  }

  /** All of them, the oldest first. */
  public List<Fact.CheckpointAdded> all() {
    return List.copyOf(kept.values());
  }

  /** The newest checkpoint, or null: a rollback then uses the initial values. */
  public Fact.CheckpointAdded newest() {
    return kept.isEmpty() ? null : kept.lastEntry().getValue();
  }

  /** Whether this folder holds the newest checkpoint. */
  public boolean isNewest(String folder) {
    return !kept.isEmpty() && newest().folder().equals(folder);
  }

  /** Whether this folder holds a valid checkpoint. */
  public boolean contains(String folder) {
    return kept.values().stream().anyMatch(added -> added.folder().equals(folder));
  }

  /**
   * The mark for the next checkpoint of an open version: above all earlier marks, whatever their
   * outcome.
   */
  public long nextMark() {
    return lastMark + 1;
  }
}
