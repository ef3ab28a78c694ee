package trainer.core.failure;

import static trainer.core.failure.Blame.BUG;
import static trainer.core.failure.Blame.CLUSTER;
import static trainer.core.failure.Blame.NETWORK;
import static trainer.core.failure.Blame.USER;

/**
 * Every way a job or a command can fail, with the exit code of the client when it is found before
 * the start. While the job runs, the exit code of every kind is 1.
 */
public enum FailureKind {
  BAD_FLAGS(USER, 2),
  INTERRUPTED(USER, 3),
  KILLED_BY_USER(USER, 5),
  NO_CREDENTIALS(USER, 41),
  ACCESS_DENIED(USER, 43),
  NOT_WRITABLE(USER, 43),
  INPUT_NOT_FOUND(USER, 44),
  INPUT_EMPTY(USER, 44),
  QUEUE_NOT_FOUND(USER, 44),
  CLASS_NOT_FOUND(USER, 44),
  APPLICATION_NOT_FOUND(USER, 44),
  MODEL_NOT_FOUND(USER, 44),
  OUTPUT_EXISTS(USER, 45),
  OUTPUT_CLAIMED(USER, 45),
  JOURNAL_DAMAGED(CLUSTER, 46),
  CLUSTER_UNREACHABLE(NETWORK, 48),
  STATE_STORE_UNREACHABLE(NETWORK, 48),
  SAFE_MODE(CLUSTER, 48),
  QUEUE_FULL(CLUSTER, 48),
  CONFIG_UNKNOWN(USER, 49),
  CONFIG_INVALID(USER, 49),
  CONFIG_CONFLICT(USER, 49),
  CLASS_WRONG_TYPE(USER, 49),
  RESOURCE_TOO_LARGE(USER, 49),
  JOB_DIR_CANNOT_FLUSH(USER, 49),
  JAVA_NOT_FOUND(USER, 49),
  VERSION_NOT_SUPPORTED(USER, 55),
  TIMEOUT(USER, 124),
  INPUT_BAD_FILE(USER, 1),
  INPUT_TRUNCATED(USER, 1),
  INPUT_CORRUPT(USER, 1),
  INPUT_CHANGED(USER, 1),
  INPUT_GONE(USER, 1),
  DATA_INVALID(USER, 1),
  RECORD_TOO_LARGE(USER, 1),
  VALUE_OUT_OF_RANGE(USER, 1),
  MODEL_CODE_FAILED(USER, 1),
  MODEL_CORRUPT(USER, 1),
  ALLOCATION_TIMEOUT(CLUSTER, 1),
  CLUSTER_LOST(CLUSTER, 1),
  PORTS_TAKEN(USER, 1),
  CONTAINER_LAUNCH_FAILED(CLUSTER, 1),
  NODE_UNFIT(CLUSTER, 1),
  CONTAINER_LOST(CLUSTER, 1),
  OUT_OF_MEMORY(USER, 1),
  PSERVER_LOST(CLUSTER, 1),
  WORKERS_LOST(CLUSTER, 1),
  BLOCK_KILLS_WORKERS(USER, 1),
  TASK_TIMED_OUT(USER, 1),
  DATASET_DIFFERS(USER, 1),
  STORAGE_FAILED(CLUSTER, 1),
  STORAGE_FULL(CLUSTER, 1),
  MASTER_LOST(CLUSTER, 1),
  MASTER_CRASH_LOOP(CLUSTER, 1),
  SUPERSEDED(CLUSTER, 1),
  UNEXPECTED(BUG, 50);

  private final Blame blame;
  private final int exitCode;

  FailureKind(Blame blame, int exitCode) {
    this.blame = blame;
    this.exitCode = exitCode;
  }

  public Blame blame() {
    return blame;
  }

  /** The client's exit code when this is found before the job starts. */
  public int exitCode() {
    return exitCode;
  }
}
