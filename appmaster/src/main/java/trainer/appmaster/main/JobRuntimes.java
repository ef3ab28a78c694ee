package trainer.appmaster.main;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import trainer.core.job.JobId;
import trainer.protocol.auth.Gatekeeper;
import trainer.protocol.auth.Party;

/** The jobs of this master, by number. Any thread. */
final class JobRuntimes {
  private final Map<Integer, JobRuntime> byNumber = new ConcurrentSkipListMap<>();

  void add(JobRuntime job) {
    byNumber.put(job.id().number(), job);
  }

  void remove(JobRuntime job) {
    byNumber.remove(job.id().number(), job);
  }

  /** The job of a master that carries one. */
  JobRuntime only() {
    return all().get(0);
  }

  /** The runtime of a job of this master; null if there is none. */
  JobRuntime of(JobId job) {
    return byNumber.get(job.number());
  }

  List<JobRuntime> all() {
    return List.copyOf(byNumber.values());
  }

  /** Whether files of any job are being read or written. */
  boolean areWorking() {
    return all().stream().anyMatch(JobRuntime::isWorking);
  }

  /** Admits the processes of every job, each with its own job's secret. */
  Gatekeeper gatekeeper() {
    return hello ->
        all().stream()
            .map(job -> Gatekeeper.forMembers(job.id(), job.secret(), () -> Party.MASTER))
            .map(gate -> gate.secretFor(hello))
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }
}
