package trainer.core.fact;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.core.table.PartitionMap;

/**
 * What the journal holds: facts in order. Replaying them through the core gives what {@code status}
 * showed. Times are epoch milliseconds, taken by the shell, for people only: no decision rests on
 * them.
 */
public sealed interface Fact {
  /** A master took this term. */
  record TermTaken(long term, String address, long at) implements Fact {}

  /**
   * What the job is.
   *
   * @param spec the job file's content, as text
   * @param seed the seed of every random draw
   * @param order the id of the function from (seed, epoch) to the order of mini-batches
   * @param indexDigest SHA-256 over path, length and modification time of every file
   * @param blocks blocks of an epoch
   * @param versions the version at which training is done
   */
  record JobDefined(
      String spec, long seed, String order, String indexDigest, int blocks, long versions)
      implements Fact {}

  /** The job entered a state. {@code failure} is null unless the state is FAILED or KILLED. */
  record StateEntered(JobState state, long at, Failure failure) implements Fact {}

  /** The in-sync copies of every partition. */
  record MapDefined(PartitionMap map) implements Fact {}

  /** What follows {@code base} is decided anew. */
  record LineOpened(
      long line, long base, long lineOfBase, boolean back, String reason, List<Discard> discards)
      implements Fact {
    public LineOpened {
      discards = List.copyOf(discards);
    }
  }

  /** A block left out of every mini-batch ≥ {@code fromVersion}. */
  record Discard(int block, long fromVersion, String kind, String evidence) {}

  /** From version {@code fromVersion} on, training is to stop at {@code stopAt}. */
  record PlanSet(long fromVersion, long stopAt) implements Fact {}

  /** Orders may be given for versions up to {@code upTo}. */
  record WindowOpened(long upTo) implements Fact {}

  /** Version {@code version} is committed; counters as shown to people. */
  record Progressed(long version, long recordsOfEpoch, long recordsComputed, long lossSum, long at)
      implements Fact {}

  /** Training ended at this version. */
  record FinalVersion(long version) implements Fact {}

  /** The model is where it was asked for. */
  record Exported(String modelId, String location) implements Fact {}

  /** The wind-down is over. */
  record Ended(JobState state, long at) implements Fact {}

  /** Fleet: a container was granted, launched or ended. {@code exit} is null while it lives. */
  record ContainerNoted(
      String containerId,
      String job,
      String role,
      int index,
      String host,
      String step,
      Integer exit,
      long at)
      implements Fact {}
}
