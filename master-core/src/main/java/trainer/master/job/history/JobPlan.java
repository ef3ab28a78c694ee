package trainer.master.job.history;

import java.time.Duration;
import java.util.List;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.config.TaskSize;
import trainer.core.job.JobSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;

/** The part of a job's configuration that its core uses. Durations are in nanoseconds. */
public record JobPlan(
    String name,
    long seed,
    int epochs,
    int minibatchBlocks,
    int updatesOfAnEpoch,
    int pservers,
    int replicas,
    int moves,
    long fullTimeout,
    int workers,
    int workersMin,
    int workersMax,
    Keys.Start start,
    long patience,
    long heartbeatTimeout,
    long allocationTimeout,
    long allocationPatience,
    float memoryFactor,
    long exitTimeout,
    int maxBadRecords,
    Keys.Sync sync,
    int staleness,
    int gradients,
    int maxReports,
    boolean isSpeculating,
    List<Phase> phases,
    TaskSize taskSize,
    int tasksPerAssignment,
    int taskTimeoutFactor,
    long taskTimeoutLeast,
    int taskMaxTimeouts,
    int taskMaxFailures,
    int taskMaxDiscarded,
    long checkpointInterval,
    int checkpointsKept,
    boolean isCheckpointFatal,
    String output,
    String pserverSize,
    String workerSize) {
  /** Workers that may die while computing a block before the block becomes suspect. */
  public static final int DEATHS_TOGETHER = 3;

  /** Heartbeat timeouts that a master grants to holders of tasks from an earlier term. */
  private static final int ABSENT_TIMEOUTS = 4;

  public static JobPlan of(JobSpec spec) {
    Settings settings = Settings.of(spec.settings());
    return new JobPlan(
        settings.get(Keys.NAME),
        settings.get(Keys.SEED),
        spec.model().epochs(),
        settings.get(Keys.MINIBATCH_BLOCKS),
        MiniBatchComposition.updatesOfAnEpoch(settings.get(Keys.OPTIMIZER)),
        settings.get(Keys.PSERVERS),
        settings.get(Keys.PSERVER_REPLICAS),
        settings.get(Keys.PSERVER_MOVES),
        nanos(settings.get(Keys.PSERVER_FULL_TIMEOUT)),
        settings.get(Keys.WORKERS),
        settings.get(Keys.WORKERS_MIN),
        settings.get(Keys.WORKERS_MAX),
        settings.get(Keys.START),
        nanos(settings.get(Keys.START_PATIENCE)),
        nanos(settings.get(Keys.HEARTBEAT_TIMEOUT)),
        nanos(settings.get(Keys.ALLOCATION_TIMEOUT)),
        nanos(settings.get(Keys.ALLOCATION_PATIENCE)),
        settings.get(Keys.MEMORY_MAX_FACTOR),
        nanos(settings.get(Keys.EXIT_TIMEOUT)),
        settings.get(Keys.INPUT_MAX_BAD_RECORDS),
        settings.get(Keys.SYNC),
        settings.get(Keys.SSP_STALENESS),
        settings.get(Keys.VERSIONED_GRADIENTS) == 0
            ? settings.get(Keys.WORKERS)
            : settings.get(Keys.VERSIONED_GRADIENTS),
        settings.get(Keys.VERSIONED_MAX_REPORTS),
        settings.get(Keys.SPECULATION),
        spec.model().phases(),
        settings.get(Keys.TASK_BLOCKS),
        settings.get(Keys.TASKS_PER_ASSIGNMENT),
        settings.get(Keys.TASK_TIMEOUT_FACTOR),
        nanos(settings.get(Keys.TASK_TIMEOUT_LEAST)),
        settings.get(Keys.TASK_MAX_TIMEOUTS),
        settings.get(Keys.TASK_MAX_FAILURES),
        settings.get(Keys.TASK_MAX_DISCARDED),
        nanos(settings.get(Keys.CHECKPOINT_INTERVAL)),
        settings.get(Keys.CHECKPOINT_KEEP),
        settings.get(Keys.CHECKPOINT_ON_FAILURE) == Keys.OnFailure.FAIL,
        settings.find(Keys.OUTPUT).orElse(spec.jobFolder() + "/model"),
        size(settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)),
        size(settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES)));
  }

  /** Blocks of a mini-batch: the configured number, or one derived from the size of the data. */
  public int minibatchBlocks(int inputBlocks) {
    return minibatchBlocks > 0
        ? minibatchBlocks
        : MiniBatchComposition.blocksOfAMinibatch(updatesOfAnEpoch, inputBlocks);
  }

  /** Blocks of one push under {@code async} and {@code ssp}: a worker's part of a mini-batch. */
  public int stepBlocks(int inputBlocks) {
    return Math.max(1, minibatchBlocks(inputBlocks) / workers);
  }

  /** Blocks of a task under {@code versioned}, where each task gives one report of gradients. */
  public int reportBlocks(int inputBlocks) {
    return taskSize.blocks() > 0
        ? taskSize.blocks()
        : Math.max(1, minibatchBlocks(inputBlocks) / gradients);
  }

  /**
   * The phases by which versions are counted. Under {@code async} and {@code ssp} all passes of a
   * phase make one version.
   */
  public List<Phase> steps() {
    return sync.isOnArrival() ? phases.stream().map(JobPlan::once).toList() : phases;
  }

  private static Phase once(Phase phase) {
    return phase instanceof Phase.Passes passes ? new Phase.Passes(passes.name(), 1) : phase;
  }

  /** Passes over the data in the phases before this one. */
  int epochsBefore(int phase) {
    int before = 0;
    for (Phase one : phases.subList(0, phase)) {
      before += one instanceof Phase.Passes passes ? passes.epochs() : 0;
    }
    return before;
  }

  /** How long a worker that held tasks when the last master was lost may take to reconnect. */
  public long absence() {
    return ABSENT_TIMEOUTS * heartbeatTimeout;
  }

  /** A container's size, for messages. */
  public String size(Role role) {
    return role == Role.PSERVER ? pserverSize : workerSize;
  }

  private static String size(int memoryMb, int vcores) {
    return memoryMb + " MB and " + vcores + (vcores == 1 ? " vcore" : " vcores");
  }

  private static long nanos(Duration duration) {
    return duration.toNanos();
  }
}
