package trainer.master.job.bsp;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The virtual clocks of workers in weighted fair queueing, and the choice of the clock that would
 * stand lowest after the next block. Among workers of one weight that is the clock that stands
 * lowest now. So each weight has a queue of its own, and a block costs a look at the head of each.
 */
final class VirtualClocks {
  private static final double ROUNDING = 1e-9;

  private final double[] clock;
  private final double[] begun;
  private final double[] weights;
  private final double most;
  private final List<PriorityQueue<Integer>> byWeight;

  /** Clocks that begin at these values. */
  VirtualClocks(double[] clock, double[] weights, double most) {
    this(clock, clock.clone(), weights, most);
  }

  /**
   * Takes the arrays over; a worker is identified by its position in them.
   *
   * @param begun the values of the clocks at the beginning
   * @param most how far a clock may advance from there, as long as another clock may
   */
  VirtualClocks(double[] clock, double[] begun, double[] weights, double most) {
    this.clock = clock;
    this.begun = begun;
    this.weights = weights;
    this.most = most;
    Comparator<Integer> lowestFirst =
        Comparator.comparingDouble((Integer worker) -> clock[worker])
            .thenComparing(worker -> worker);
    Map<Double, PriorityQueue<Integer>> queues = new LinkedHashMap<>();
    for (int worker = 0; worker < clock.length; worker++) {
      queues
          .computeIfAbsent(weights[worker], weight -> new PriorityQueue<>(lowestFirst))
          .add(worker);
    }
    this.byWeight = new ArrayList<>(queues.values());
  }

  /** Whether a worker may be given a block of this size. */
  boolean mayHave(int worker, double size) {
    return advanced(worker, size) <= most * (1 + ROUNDING);
  }

  private double advanced(int worker, double size) {
    return clock[worker] - begun[worker] + size / weights[worker];
  }

  /** Gives a block of this size to the worker whose clock then stands lowest; returns it. */
  int give(double size) {
    while (!byWeight.isEmpty()) {
      PriorityQueue<Integer> lowest = lowest(size);
      int worker = lowest.remove();
      if (mayHave(worker, size)) {
        clock[worker] += size / weights[worker];
        lowest.add(worker);
        return worker;
      }
      if (lowest.isEmpty()) {
        byWeight.remove(lowest);
      }
    }
    return giveSoonest(size);
  }

  private PriorityQueue<Integer> lowest(double size) {
    PriorityQueue<Integer> lowest = byWeight.get(0);
    double least = end(lowest, size);
    for (PriorityQueue<Integer> queue : byWeight) {
      double end = end(queue, size);
      if (end < least * (1 - ROUNDING)) {
        lowest = queue;
        least = end;
      }
    }
    return lowest;
  }

  /**
   * Gives a block although every worker has reached its bound: to the one whose clock is then
   * advanced least.
   */
  private int giveSoonest(double size) {
    int soonest = 0;
    for (int worker = 1; worker < clock.length; worker++) {
      if (advanced(worker, size) < advanced(soonest, size)) {
        soonest = worker;
      }
    }
    clock[soonest] += size / weights[soonest];
    return soonest;
  }

  private double end(PriorityQueue<Integer> queue, double size) {
    return clock[queue.element()] + size / weights[queue.element()];
  }
}
