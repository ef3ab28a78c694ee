package trainer.it.simulation.scenario;

import java.util.Map;

/**
 * The workers that the scoring jobs of a history share.
 *
 * @param cores threads of a worker that compute at a time
 * @param memoryMb of a worker's container
 * @param slowdown by this factor, faults strike less often than in a history without a pool
 * @param drains how often the container of a worker is to leave
 * @param isCalm whether nothing strikes and all jobs last for a while
 */
public record SimPool(
    int workers, int cores, int memoryMb, int slowdown, int drains, boolean isCalm) {
  /** The part of a worker's memory for models, in percent, as the master has it. */
  private static final int PART_FOR_MODELS = 60;

  /** The room for models in a worker. */
  public int roomMb() {
    return memoryMb * PART_FOR_MODELS / 100;
  }

  /** The session itself, job 0: its workers are those of the pool. */
  public SimJob session() {
    return new SimJob(
        0,
        new SimJob.Training(1, 1, 1, 0, false, false, false, new SimJob.Scoring(1, 0, false, null)),
        new SimJob.Members(workers, 1, 0, 1, 1, true, SimJob.Members.PATIENT),
        SimJob.MemberChanges.NONE,
        SimJob.Special.NOTHING,
        -1,
        false,
        new SimJob.Tasks("1", 1, SimJob.Tasks.ASYNC, 0));
  }

  /** The settings of the session that are about the pool. */
  public Map<String, String> settings() {
    return Map.of(
        "trainer.workers", "" + workers,
        "trainer.worker.vcores", "" + cores,
        "trainer.worker.memory-mb", "" + memoryMb);
  }
}
