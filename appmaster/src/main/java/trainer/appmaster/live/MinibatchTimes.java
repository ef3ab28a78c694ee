package trainer.appmaster.live;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.core.job.Role;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.master.job.api.JobView;
import trainer.master.job.api.ProcessesView;

/**
 * The time of a mini-batch by phase, over the processes and the newest samples. Confined to its
 * owner.
 */
final class MinibatchTimes {
  /** The phases of a worker, in their order. */
  static final List<Phase> OF_WORKERS =
      List.of(Phase.READ, Phase.PULL, Phase.COMPUTE, Phase.PUSH, Phase.WAIT);

  private static final List<Phase> OF_PSERVERS = List.of(Phase.APPLY, Phase.COMMIT);
  private static final int SAMPLES = 10;

  private record Reading(Role role, TimeSpent spent) {}

  private final Deque<Map<Incarnation, Reading>> samples = new ArrayDeque<>();

  /**
   * Takes the newest view.
   *
   * @return for each phase that some process was in: seconds of a mini-batch at the median process
   *     ({@code p50}), at one of twenty ({@code p95}) and at the slowest ({@code max})
   */
  ObjectNode sample(JobView view) {
    Map<Incarnation, Reading> newest = new HashMap<>();
    for (ProcessesView.Member one : view.processes().members()) {
      if (one.why().isEmpty()) {
        newest.put(one.instance().incarnation(), new Reading(one.role(), one.load().spent()));
      }
    }
    samples.addLast(newest);
    if (samples.size() > SAMPLES) {
      samples.removeFirst();
    }
    Map<Phase, List<Double>> byPhase = new EnumMap<>(Phase.class);
    newest.forEach((process, now) -> add(byPhase, now.role, now.spent.since(first(process))));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    byPhase.forEach(
        (phase, seconds) -> {
          Collections.sort(seconds);
          ObjectNode quantiles = json.putObject(phase.word());
          quantiles.put("p50", quantile(seconds, 0.5));
          quantiles.put("p95", quantile(seconds, 0.95));
          quantiles.put("max", quantile(seconds, 1));
        });
    return json;
  }

  /** The time of all workers so far, former ones included. */
  static TimeSpent ofWorkers(JobView view) {
    return view.processes().members().stream()
        .filter(one -> one.role() == Role.WORKER)
        .map(one -> one.load().spent())
        .reduce(TimeSpent.NOTHING, TimeSpent::plus);
  }

  /** The oldest sample of a process. */
  private TimeSpent first(Incarnation process) {
    for (Map<Incarnation, Reading> sample : samples) {
      Reading first = sample.get(process);
      if (first != null) {
        return first.spent;
      }
    }
    return TimeSpent.NOTHING;
  }

  private static void add(Map<Phase, List<Double>> byPhase, Role role, TimeSpent grown) {
    if (grown.minibatches() > 0) { // else it has finished none, or its counts began again
      for (Phase phase : role == Role.WORKER ? OF_WORKERS : OF_PSERVERS) {
        byPhase
            .computeIfAbsent(phase, one -> new ArrayList<>())
            .add(grown.in(phase) / 1e9 / grown.minibatches());
      }
    }
  }

  private static double quantile(List<Double> sorted, double part) {
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }
}
