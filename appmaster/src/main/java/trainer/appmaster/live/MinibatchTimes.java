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
 * The time of a mini-batch by phase, over the processes. For each process the mini-batches of the
 * last ten samples count, or the newest one if it took longer. Confined to its owner.
 */
final class MinibatchTimes {
  /** The phases of a worker, in their order. */
  static final List<Phase> OF_WORKERS =
      List.of(Phase.READ, Phase.PULL, Phase.COMPUTE, Phase.PUSH, Phase.WAIT);

  private static final List<Phase> OF_PSERVERS = List.of(Phase.APPLY, Phase.COMMIT);
  private static final int SAMPLES = 10;

  /** The times of a process when it had finished something. */
  private record Reading(long sample, TimeSpent spent) {}

  private Map<Incarnation, Deque<Reading>> readings = new HashMap<>();
  private long sample;

  /**
   * Takes the newest view.
   *
   * @return for each phase that some process was in: seconds of a mini-batch at the median process
   *     ({@code p50}), at one of twenty ({@code p95}) and at the slowest ({@code max})
   */
  ObjectNode sample(JobView view) {
    sample++;
    Map<Incarnation, Deque<Reading>> present = new HashMap<>();
    Map<Phase, List<Double>> byPhase = new EnumMap<>(Phase.class);
    for (ProcessesView.Member one : view.processes().members()) {
      if (one.why().isEmpty()) {
        Incarnation process = one.instance().incarnation();
        Deque<Reading> known = readings.getOrDefault(process, new ArrayDeque<>());
        present.put(process, known);
        add(byPhase, one.role(), grown(known, one.load().spent()));
      }
    }
    readings = present;
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

  /** The times between the oldest reading of a process that counts and the newest. */
  private TimeSpent grown(Deque<Reading> known, TimeSpent spent) {
    Reading last = known.peekLast();
    if (last == null || hasBegunAgain(spent.since(last.spent))) {
      known.clear(); // a process begins at nothing, or its counts began again
      known.addLast(new Reading(sample, TimeSpent.NOTHING));
      last = known.getLast();
    }
    if (last.spent.finished() < spent.finished()) {
      known.addLast(new Reading(sample, spent));
    }
    while (known.size() > 2 && isOld(known.getFirst())) {
      known.removeFirst();
    }
    return known.getLast().spent.since(known.getFirst().spent);
  }

  private static boolean hasBegunAgain(TimeSpent grown) {
    return grown.finished() < 0 || grown.nanos().values().stream().anyMatch(nanos -> nanos < 0);
  }

  private boolean isOld(Reading one) {
    return one.sample <= sample - SAMPLES || one.spent.finished() == 0;
  }

  private static void add(Map<Phase, List<Double>> byPhase, Role role, TimeSpent grown) {
    if (grown.finished() > 0) {
      for (Phase phase : role == Role.WORKER ? OF_WORKERS : OF_PSERVERS) {
        byPhase
            .computeIfAbsent(phase, one -> new ArrayList<>())
            .add(grown.in(phase) / 1e9 / grown.finished());
      }
    }
  }

  private static double quantile(List<Double> sorted, double part) {
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }
}
