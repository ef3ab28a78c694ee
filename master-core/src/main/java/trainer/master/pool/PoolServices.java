package trainer.master.pool;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.core.time.Moment;
import trainer.master.job.api.JobEvent;

/** The begin and the end of services, and their news to the jobs, as of containers. */
final class PoolServices {
  /** The time for a job to let a worker go; then its service there is ended. */
  static final long LEAVE_PATIENCE = Duration.ofSeconds(60).toNanos();

  private final PoolMembers members;
  private final PoolOutbox out;

  PoolServices(PoolMembers members, PoolOutbox out) {
    this.members = members;
    this.out = out;
  }

  /**
   * A worker is to have this service, or has it already.
   *
   * @param isEarlier whether an earlier master ordered it
   */
  void begin(PoolMember worker, Service service, boolean isEarlier, Moment now) {
    worker.add(service);
    out.tell(
        service.job(),
        new JobEvent.ContainerSeen(
            Role.WORKER,
            service.index(),
            service.name(),
            worker.host(),
            now.millis(),
            now.millis(),
            isEarlier,
            false));
    tellShared(worker);
  }

  /** A worker has ended this service. */
  void end(PoolMember worker, Service service) {
    end(worker, service, 0, null, true);
    tellShared(worker);
  }

  /** Ends the services that are dropped, and that the worker has never reported. */
  void endUnbegun(PoolMember worker, Moment now) {
    worker.services().stream()
        .filter(one -> one.isOverdue(now.nanos()) && !one.isReported())
        .forEach(one -> end(worker, one));
  }

  /**
   * A worker has died, and with it all services there. The death of several jobs' worker is the
   * fault of none of them.
   */
  void endAll(PoolMember worker, int exit, Failure failure, boolean taken) {
    List<Service> there = worker.services();
    for (Service one : there) {
      boolean isAlone = !one.isShared();
      end(worker, one, exit, isAlone ? failure : null, taken || !isAlone);
    }
  }

  private void end(PoolMember worker, Service service, int exit, Failure failure, boolean taken) {
    worker.remove(service);
    out.tell(
        service.job(),
        new JobEvent.ContainerEnded(
            Role.WORKER, service.index(), service.name(), exit, failure, taken));
  }

  /** The job lets the worker go once it has written what it has computed. */
  void let(Service service, String why, Moment now) {
    service.leave(now.nanos() + LEAVE_PATIENCE);
    out.tell(service.job(), new JobEvent.ContainerLeaving(service.name(), why));
  }

  private void tellShared(PoolMember worker) {
    for (Service one : worker.services()) {
      boolean isShared =
          worker.services().stream().anyMatch(other -> !other.job().equals(one.job()));
      if (one.share(isShared)) {
        out.tell(one.job(), new JobEvent.ContainerShared(one.name(), isShared));
      }
    }
  }

  /** The indices of a job that have a service. */
  Set<Integer> indices(JobId job) {
    return members.all().stream()
        .filter(worker -> !worker.isStopped()) // nobody waits for the end of its container
        .flatMap(worker -> worker.services().stream())
        .filter(one -> one.job().equals(job))
        .map(Service::index)
        .collect(Collectors.toSet());
  }
}
