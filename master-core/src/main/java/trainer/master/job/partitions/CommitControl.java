package trainer.master.job.partitions;

import trainer.core.table.PartitionMap;

/**
 * The commits of a training, as the rebuild of a replica controls them: it holds them back for a
 * moment.
 */
public interface CommitControl {
  /** A number that rises with each commit. */
  long progress();

  /** Whether the last version is committed. */
  boolean isFinished();

  /** Whether replicas that apply the same updates are equal, so that one is built from another. */
  boolean isReproducible();

  /** Holds all commits back until {@link #resumeCommits} or {@link #changeMap}. */
  void pauseCommits();

  /** Ends {@link #pauseCommits}. */
  void resumeCommits();

  /** Goes on from the newest committed version with another map, and so under a new line. */
  void changeMap(PartitionMap map, String reason);
}
