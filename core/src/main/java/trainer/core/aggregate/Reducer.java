package trainer.core.aggregate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import trainer.core.math.WideSum;

/** Folds the numbers that rows contribute into the results of some reductions. */
public final class Reducer {
  /** A larger number is refused, so that no possible sum is too great for a double. */
  public static final double MOST = Math.scalb(1.0, 960);

  private final List<Reduction> reductions;
  private final WideSum[] sums;
  private final List<PriorityQueue<Ranked>> kept = new ArrayList<>();

  public Reducer(List<Reduction> reductions) {
    this.reductions = List.copyOf(reductions);
    this.sums = new WideSum[reductions.size()];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = new WideSum();
      kept.add(new PriorityQueue<>(reductions.get(i).order().reversed()));
    }
  }

  /**
   * Takes a number.
   *
   * @param reduction the reduction's position
   * @param index which number of the row it is
   * @throws IllegalArgumentException for NaN and beyond ±{@link #MOST}, and where there is no such
   *     reduction
   */
  public void add(int reduction, double value, long key, int index) {
    if (reduction < 0 || reduction >= sums.length) {
      throw new IllegalArgumentException("to result " + reduction + ", of " + sums.length);
    }
    Reduction to = reductions.get(reduction);
    if (!(Math.abs(value) <= MOST)) {
      throw new IllegalArgumentException(value + " to result " + to.name());
    }
    if (to.kind() == Reduction.Kind.SUM) {
      sums[reduction].add(value);
    } else {
      keep(to, kept.get(reduction), value, key, index);
    }
  }

  private static void keep(
      Reduction to, PriorityQueue<Ranked> kept, double value, long key, int index) {
    if (kept.size() == to.most() && isWorse(to, value, kept.peek())) {
      return;
    }
    kept.add(new Ranked(value, key, index));
    if (kept.size() > to.most()) {
      kept.remove();
    }
  }

  /** Decides before an object is made: most numbers are worse than those kept. */
  private static boolean isWorse(Reduction to, double value, Ranked last) {
    return switch (to.kind()) {
      case SUM, MAX, TOP -> value < last.value();
      case MIN -> value > last.value();
      case FARTHEST -> Math.abs(value) < Math.abs(last.value());
    };
  }

  /** The partial of each reduction over the numbers added so far. */
  public List<Partial> partials() {
    List<Partial> partials = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      Reduction reduction = reductions.get(i);
      List<Ranked> numbers = new ArrayList<>(kept.get(i));
      numbers.sort(reduction.order());
      boolean isSum = reduction.kind() == Reduction.Kind.SUM;
      partials.add(new Partial(isSum ? sums[i].units() : BigInteger.ZERO, numbers));
    }
    return partials;
  }
}
