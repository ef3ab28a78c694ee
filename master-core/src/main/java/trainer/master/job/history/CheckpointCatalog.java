package trainer.master.job.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import trainer.core.fact.CheckpointFact;
import trainer.master.job.api.JobView;

/**
 * The valid checkpoints of a job, by version and mark, and the one asked for: a fold over facts. A
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

  private final TreeMap<Place, CheckpointFact.CheckpointAdded> kept = new TreeMap<>();
  private final List<JobView.Checkpoint> damaged = new ArrayList<>();
  private CheckpointFact.CheckpointAsked asked;
  private String used = "";
  private long lastMark;

  void on(CheckpointFact.CheckpointAsked fact) {
    asked = fact;
    lastMark = Math.max(lastMark, fact.mark());
  }

  public void on(CheckpointFact.CheckpointAdded fact) {
    lastMark = Math.max(lastMark, fact.mark());
    kept.put(new Place(fact.version().number(), fact.mark()), fact);
    closeRequest(fact.version().number(), fact.mark());
  }

  /** Clears the open request if it is this one: its outcome is recorded. */
  private void closeRequest(long version, long mark) {
    if (asked != null && asked.version().number() == version && asked.mark() == mark) {
      asked = null;
    }
  }

  /** The job rolls back to the newest checkpoint, and drops the one that it has asked for. */
  void rollBack() {
    asked = null;
    used = newest() == null ? "" : newest().folder();
  }

  /** The folder of the checkpoint that the last rollback used; empty for the initial values. */
  String used() {
    return used;
  }

  /** Removes a retired checkpoint and returns it, or null if it is unknown. */
  public CheckpointFact.CheckpointAdded retire(CheckpointFact.CheckpointRetired fact) {
    closeRequest(fact.version().number(), fact.mark());
    CheckpointFact.CheckpointAdded retired =
        kept.remove(new Place(fact.version().number(), fact.mark()));
    if (retired != null && !fact.damage().isEmpty()) {
      damaged.add(view(retired, fact.damage()));
    }
    return retired;
  }

  private static JobView.Checkpoint view(CheckpointFact.CheckpointAdded fact, String damage) {
    return new JobView.Checkpoint(
        fact.version().number(), fact.folder(), fact.bytes(), fact.at().at(), damage);
  }

  /** The valid and the damaged checkpoints, for the report. */
  List<JobView.Checkpoint> views() {
    List<JobView.Checkpoint> views = new ArrayList<>(damaged);
    kept.values().forEach(one -> views.add(view(one, "")));
    return views;
  }

  /** The newest request if its outcome is not recorded, else null. */
  CheckpointFact.CheckpointAsked asked() {
    return asked;
  }

  /** All of them, the oldest first. */
  public List<CheckpointFact.CheckpointAdded> all() {
    return List.copyOf(kept.values());
  }

  /** The newest checkpoint, or null: a rollback then uses the initial values. */
  public CheckpointFact.CheckpointAdded newest() {
    return kept.isEmpty() ? null : kept.lastEntry().getValue();
  }

  /**
   * Whether this folder has the rows that the job begins with in place of initial values: a
   * checkpoint of version 0, which no job makes of its own rows. It is never retired.
   */
  public boolean isOrigin(String folder) {
    CheckpointFact.CheckpointAdded origin = kept.get(new Place(0, 0));
    return origin != null && origin.folder().equals(folder);
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
