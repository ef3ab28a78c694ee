package trainer.it.simulation.checks;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import trainer.core.job.JobId;
import trainer.it.simulation.scenario.SimJob;

/**
 * The workers and jobs of a pool at a moment, as they are, whatever a master knows of them.
 *
 * @param workers whose processes live
 * @param jobs that masters have accepted
 */
public record PoolState(long nanos, List<Worker> workers, List<Job> jobs) {
  /** A live worker. */
  public record Worker(String container, boolean isWelcome, List<Service> services) {
    long jobs() {
      return services.stream().map(Service::job).distinct().count();
    }
  }

  /** A service that has not ended. */
  public record Service(String name, JobId job, int index, int memoryMb, boolean isReady) {}

  /**
   * A job.
   *
   * @param isOver whether a master has reported its end
   * @param todo tasks that no worker holds; 0 after the last one is given, many before the first
   * @param wanted workers
   * @param rowMicros the time of a row now
   */
  public record Job(SimJob job, boolean isOver, long todo, int wanted, double rowMicros) {
    JobId id() {
      return job.id();
    }
  }

  /** How many workers serve each job that has one. */
  Map<JobId, Long> serving() {
    return workers.stream()
        .flatMap(one -> one.services().stream().map(Service::job).distinct())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
