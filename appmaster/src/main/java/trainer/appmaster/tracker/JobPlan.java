package trainer.appmaster.tracker;

import java.time.Duration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;

/** What of a job's configuration its tracker decides by. Durations are nanoseconds here. */
record JobPlan(
    String name,
    long seed,
    int epochs,
    int minibatchBlocks,
    int pservers,
    int workers,
    int workersMin,
    int workersMax,
    Keys.Start start,
    long patience,
    long heartbeatTimeout,
    long allocationTimeout,
    long exitTimeout,
    int maxBadRecords,
    String output,
    String pserverSize,
    String workerSize) {

  static JobPlan of(JobSpec spec) {
    Settings settings = Settings.of(spec.settings());
    return new JobPlan(
        settings.get(Keys.NAME),
        settings.get(Keys.SEED),
        spec.model().epochs(),
        settings.get(Keys.MINIBATCH_BLOCKS),
        settings.get(Keys.PSERVERS),
        settings.get(Keys.WORKERS),
        settings.get(Keys.WORKERS_MIN),
        settings.get(Keys.WORKERS_MAX),
        settings.get(Keys.START),
        nanos(settings.get(Keys.START_PATIENCE)),
        nanos(settings.get(Keys.HEARTBEAT_TIMEOUT)),
        nanos(settings.get(Keys.ALLOCATION_TIMEOUT)),
        nanos(settings.get(Keys.EXIT_TIMEOUT)),
        settings.get(Keys.INPUT_MAX_BAD_RECORDS),
        settings.find(Keys.OUTPUT).orElse(spec.jobFolder() + "/model"),
        size(settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)),
        size(settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES)));
  }

  /** A container's size in words. */
  String size(Role role) {
    return role == Role.PSERVER ? pserverSize : workerSize;
  }

  private static String size(int memoryMb, int vcores) {
    return memoryMb + " MB and " + vcores + (vcores == 1 ? " vcore" : " vcores");
  }

  private static long nanos(Duration duration) {
    return duration.toNanos();
  }
}
