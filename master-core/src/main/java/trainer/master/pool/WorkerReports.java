package trainer.master.pool;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.time.Moment;

/**
 * The messages of one worker of the pool.
 *
 * @param worker that sent them
 */
record WorkerReports(Pool pool, PoolMember worker, Moment now) {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerReports.class);

  void take(List<FromMember> messages) {
    worker.hear(now.nanos());
    for (FromMember message : messages) {
      if (message instanceof FromWorker.Served served) {
        onServed(served);
      } else if (message instanceof FromMember.MemberFailure failed) {
        LOG.warn("{} of the pool: {}", worker.container(), failed.failure().message());
      }
    }
  }

  private void onServed(FromWorker.Served served) {
    Map<String, FromWorker.Service> reports =
        served.services().stream()
            .collect(Collectors.toMap(FromWorker.Service::name, Function.identity()));
    boolean isFirst = !worker.isAvailable() && !worker.isLeaving();
    worker.report();
    for (FromWorker.Service report : served.services()) {
      if (worker.service(report.name()).isEmpty()) {
        pool.adopt(worker, report);
      }
    }
    for (Service service : worker.services()) {
      FromWorker.Service report = reports.get(service.name());
      PooledJob job = pool.job(service.job());
      if (report == null) {
        if (service.isReported()) {
          pool.onServiceEnded(worker, service);
        }
        continue;
      }
      service.report();
      if (job != null) {
        boolean wasReady = service.isReady();
        service.onReport(report, job, now.nanos());
        if (service.isReady() && !wasReady) {
          pool.onReady(worker, service);
        }
      }
    }
    served.ended().stream()
        .flatMap(name -> worker.service(name).stream())
        .forEach(service -> pool.onServiceEnded(worker, service));
    if (isFirst) {
      pool.onFirstReport();
    }
  }
}
