package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The clocks of workers that blocks are being given to, and which would stand lowest after the next
 * one. Among workers of one weight that is the one that stands lowest now, so each weight has a
 * queue of its own, and a block costs a look at the head of each.
 */
final class Clocks {
  private static final double ROUNDING = 1e-9;

  private final double[] clock;
  private final double[] weights;
  private final List<PriorityQueue<Integer>> byWeight;

  /** Takes both arrays over; workers are known by their place in them. */
  Clocks(double[] clock, double[] weights) {
    this.clock = clock;
    this.weights = weights;
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

  /** Gives a block of this size to the worker whose clock then stands lowest; returns it. */
  int give(double size) {
    PriorityQueue<Integer> lowest = byWeight.get(0);
    double least = end(lowest, size);
    for (PriorityQueue<Integer> queue : byWeight) {
      double end = end(queue, size);
      if (end < least * (1 - ROUNDING)) {
        lowest = queue;
        least = end;
      }
    }
    int worker = lowest.remove();
    clock[worker] = least;
    lowest.add(worker);
    return worker;
  }

  private double end(PriorityQueue<Integer> queue, double size) {
    return clock[queue.element()] + size / weights[queue.element()];
  }
}
