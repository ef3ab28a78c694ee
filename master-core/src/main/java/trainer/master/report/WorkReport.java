package trainer.master.report;

import java.util.List;
import trainer.master.job.api.JobView;

/**
 * The work that was done, repeated and stored.
 *
 * @param records records of one epoch
 * @param recordsComputed records that workers have computed, repeated work included
 * @param badRecords broken records left out
 * @param rollbacks returns to an older version
 * @param repeated null unless updates are applied on arrival ({@code async}, {@code ssp})
 * @param checkpointTrouble null unless a checkpoint failed
 * @param outputTrouble null unless the output cannot be written yet
 */
public record WorkReport(
    long records,
    long recordsComputed,
    long badRecords,
    long rollbacks,
    JobView.Repeated repeated,
    List<Checkpoint> checkpoints,
    JobView.CheckpointTrouble checkpointTrouble,
    JobView.OutputTrouble outputTrouble) {
  static WorkReport of(JobView view) {
    JobView.Recovery recovery = view.recovery();
    return new WorkReport(
        view.progress().records(),
        view.progress().recordsComputed(),
        view.progress().badRecords(),
        recovery.rollbacks(),
        recovery.repeated(),
        recovery.checkpoints().stream().map(Checkpoint::of).toList(),
        recovery.checkpointTrouble(),
        view.lifecycle().outputTrouble());
  }

  /** Records that rollbacks made the workers train again. */
  public long recordsRepeated() {
    return repeated == null ? 0 : repeated.records();
  }

  /** The path and cause of failing checkpoints; empty once a checkpoint has succeeded. */
  public String checkpointFailure() {
    return checkpointTrouble == null || checkpointTrouble.over() ? "" : checkpointTrouble.message();
  }

  /** The path and cause of an output that cannot be written yet, or empty. */
  public String outputFailure() {
    return outputTrouble == null ? "" : outputTrouble.message();
  }

  /**
   * A checkpoint.
   *
   * @param at the time of its snapshot
   * @param damage the damage found; null if a rollback can use it
   */
  public record Checkpoint(long version, String folder, long bytes, long at, String damage) {
    private static Checkpoint of(JobView.Checkpoint one) {
      return new Checkpoint(
          one.version(), one.folder(), one.bytes(), one.at(), ReportJson.text(one.damage()));
    }
  }
}
