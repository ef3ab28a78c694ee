package trainer.appmaster.metrics;

/**
 * The metrics by their Prometheus names, in base units. Names that end in {@code _total} are those
 * of counters, all others of gauges.
 */
enum Metric {
  JOB_INFO("trainer_job_info", "1; the labels have the job's name and mode of synchronisation."),
  JOB_STATE("trainer_job_state", "1 for the state in which the job is."),
  STATE_ENTERED("trainer_job_state_entered_timestamp_seconds", "When the job entered a state."),
  PROGRESS("trainer_progress_ratio", "The finished part of the job, from 0 to 1."),
  VERSIONS_COMMITTED(
      "trainer_versions_committed_total",
      "The newest committed version. A rollback sets it back; see trainer_rollbacks_total."),
  VERSIONS_PLANNED("trainer_versions_planned", "Versions of the whole training."),
  EPOCH("trainer_epoch", "The pass over the data, from 1."),
  EPOCHS_PLANNED("trainer_epochs_planned", "Passes of the whole training."),
  EPOCH_RECORDS("trainer_epoch_records", "Records of one pass; rows written by a scoring job."),
  EPOCH_DURATION("trainer_epoch_duration_seconds", "The duration of the newest finished pass."),
  EPOCH_WIRE(
      "trainer_epoch_wire_bytes",
      "Bytes between workers and pservers in the newest finished pass."),
  EPOCH_READ("trainer_epoch_read_bytes", "Bytes of input read in the newest finished pass."),
  RECORDS_COMPUTED(
      "trainer_records_computed_total", "Records computed by workers, repeated work included."),
  RECORDS_BAD("trainer_records_bad_total", "Broken records, left out."),
  LOSS(
      "trainer_loss",
      "Mean loss and further metrics: of the records of the pass so far (train), and of held-out"
          + " records (validation)."),
  VALIDATION_VERSION(
      "trainer_validation_version", "The newest version with which held-out records were scored."),
  TASKS("trainer_tasks", "Tasks of the queues."),
  SPECULATED("trainer_speculated_shares_total", "Shares also given to a second worker."),
  SPECULATION_WINS(
      "trainer_speculation_wins_total", "Shares that the second worker finished first."),
  WORKERS_REPLACED(
      "trainer_workers_replaced_total", "Workers replaced because they were slow persistently."),
  REPORTS_ADMITTED("trainer_reports_admitted_total", "Reports that have a place in a version."),
  REPORTS_REFUSED("trainer_reports_refused_total", "Reports that came too late."),
  ROLLBACKS("trainer_rollbacks_total", "Returns to an older version."),
  LOSSES_SURVIVED("trainer_losses_survived_total", "Losses of processes that the job survived."),
  MASTERS("trainer_masters_started_total", "Masters of the job, the present one included."),
  CHECKPOINT_TIME(
      "trainer_checkpoint_last_success_timestamp_seconds",
      "When the newest usable checkpoint was made."),
  CHECKPOINT_VERSION("trainer_checkpoint_version", "The version of the newest usable checkpoint."),
  CHECKPOINT_BYTES("trainer_checkpoint_size_bytes", "The size of the newest usable checkpoint."),
  CHECKPOINT_FAILURES(
      "trainer_checkpoint_failures", "Checkpoints that failed since the newest success."),
  OUTPUT_BLOCKED("trainer_output_blocked", "1 while a finished model cannot be written."),
  MEMBERS("trainer_members", "Processes of the job, the last known state of former ones."),
  WORKERS_PRESENT("trainer_workers_present", "Workers that are present."),
  PROCESSES_WANTED("trainer_processes_wanted", "Processes that the job wants."),
  CONTAINERS_AWAITED("trainer_containers_awaited", "Containers asked for and not granted."),
  CONTAINERS_FAILED(
      "trainer_containers_failed_total", "Containers that ended otherwise than ordered, by cause."),
  WORKER_BEHIND(
      "trainer_worker_behind_seconds",
      "How long versions wait for a worker while others have finished: p50, p95 and max."),
  SHARES_FINISHED("trainer_shares_finished_total", "Shares of mini-batches and steps of tasks."),
  PHASE_SECONDS(
      "trainer_minibatch_phase_seconds_total",
      "Time of all workers (read, pull, compute, push, wait) and pservers (apply, commit), by the"
          + " phase of a mini-batch."),
  PSERVER_PARTITIONS("trainer_pserver_partitions", "Replicas of partitions at all pservers."),
  PSERVER_ROWS("trainer_pserver_rows", "Rows at all pservers."),
  PSERVER_BYTES("trainer_pserver_bytes", "Memory of the rows at all pservers."),
  BLACKLISTED_NODES("trainer_blacklisted_nodes", "Nodes that get no containers now."),
  SESSION_JOBS("trainer_session_jobs", "Jobs that the session has accepted, by state."),
  JOBS_LEFT_OUT(
      "trainer_jobs_left_out", "Running jobs without metrics here, for the number of series."),
  POOL_WORKERS("trainer_pool_workers", "Workers of the session's pool that have registered."),
  POOL_MOVES("trainer_pool_moves_total", "Changes of the assignment of pool workers to jobs."),
  POOL_JOB_WORKERS("trainer_pool_job_workers", "Pool workers that have the job's model."),
  POOL_JOB_RATE("trainer_pool_job_records_per_second", "Records a second of the last ten seconds."),
  POOL_JOB_RECORDS(
      "trainer_pool_job_records_total", "Records that pool workers have computed for the job.");

  private final String text;
  private final String help;

  Metric(String text, String help) {
    this.text = text;
    this.help = help;
  }

  /** The name, with the prefix {@code trainer_}. */
  String text() {
    return text;
  }

  String help() {
    return help;
  }

  /** Whether it only grows while the same master leads and no rollback happens. */
  boolean isCounter() {
    return text.endsWith("_total");
  }
}
