package trainer.appmaster.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trainer.core.job.Role;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.master.fleet.ExitCodes;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/** The metrics of a job's processes, containers and nodes: counts and quantiles of them. */
final class ProcessMetrics {
  private static final Map<String, Double> QUANTILES =
      new TreeMap<>(Map.of("p50", 0.5, "p95", 0.95, "max", 1.0));

  private record Kind(Role role, String word) {}

  private ProcessMetrics() {}

  static void add(JobView view, Samples samples) {
    ProcessesView processes = view.processes();
    counted(processes.members().stream().map(one -> new Kind(one.role(), one.state())))
        .forEach(
            (kind, count) ->
                samples.add(Metric.MEMBERS, count, "role", kind.role.word(), "state", kind.word));
    samples.add(Metric.WORKERS_PRESENT, processes.workers().there());
    samples.add(Metric.PROCESSES_WANTED, processes.workers().indices().size(), "role", "worker");
    samples.add(Metric.PROCESSES_WANTED, processes.pservers().indices().size(), "role", "pserver");
    for (Role role : List.of(Role.PSERVER, Role.WORKER)) {
      samples.add(
          Metric.CONTAINERS_AWAITED,
          view.lifecycle().waitingFor().stream()
              .filter(one -> one.what().equals(role.word() + "s"))
              .mapToInt(one -> Math.max(0, one.asked() - one.granted()))
              .sum(),
          "role",
          role.word());
    }
    counted(processes.containers().stream().flatMap(ProcessMetrics::failed))
        .forEach(
            (kind, count) ->
                samples.add(
                    Metric.CONTAINERS_FAILED, count, "role", kind.role.word(), "cause", kind.word));
    samples.add(
        Metric.BLACKLISTED_NODES,
        processes.nodes().stream().filter(ProcessesView.Node::avoided).count());
    addDelays(processes, samples);
    addLoads(processes, samples);
  }

  private static Map<Kind, Long> counted(Stream<Kind> kinds) {
    return kinds.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  /** A container that was given back before its start has not failed. */
  private static Stream<Kind> failed(ProcessesView.Container one) {
    return one.exit() == null || one.life().launchedAt() == 0
        ? Stream.empty()
        : ExitCodes.cause(one.exit()).map(cause -> new Kind(one.role(), cause)).stream();
  }

  private static void addLoads(ProcessesView processes, Samples samples) {
    TimeSpent spent = TimeSpent.NOTHING;
    long shares = 0;
    StoredRows stored = StoredRows.NOTHING;
    for (ProcessesView.Member one : processes.members()) {
      spent = spent.plus(one.load().spent());
      shares += one.role() == Role.WORKER ? one.load().spent().finished() : 0;
      stored = one.why().isEmpty() ? stored.plus(one.load().stored()) : stored;
    }
    samples.add(Metric.SHARES_FINISHED, shares);
    spent
        .nanos()
        .forEach(
            (phase, nanos) ->
                samples.add(Metric.PHASE_SECONDS, nanos / 1e9, "phase", phase.word()));
    samples.add(Metric.PSERVER_PARTITIONS, stored.partitions());
    samples.add(Metric.PSERVER_ROWS, stored.rows());
    samples.add(Metric.PSERVER_BYTES, stored.bytes());
  }

  private static void addDelays(ProcessesView processes, Samples samples) {
    long[] delays =
        processes.members().stream()
            .filter(one -> one.role() == Role.WORKER && one.why().isEmpty())
            .mapToLong(one -> one.delays().behindMillis())
            .sorted()
            .toArray();
    if (delays.length > 0) {
      QUANTILES.forEach(
          (name, part) ->
              samples.add(
                  Metric.WORKER_BEHIND,
                  delays[(int) Math.ceil(part * delays.length) - 1] / 1000.0,
                  "statistic",
                  name));
    }
  }
}
