package trainer.core.aggregate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.math.WideSum;

/**
 * The result of folding the rows of a table: a few numbers and rankings, each under the name of its
 * reduction.
 *
 * @param name the phase's
 * @param numbers sums, and maxima and minima where any number was contributed
 * @param rankings numbers and their places, the first one first
 */
public record Aggregate(
    String name, Map<String, Double> numbers, Map<String, List<Ranked>> rankings) {
  public Aggregate {
    numbers = Collections.unmodifiableMap(new LinkedHashMap<>(numbers));
    rankings = Collections.unmodifiableMap(new LinkedHashMap<>(rankings));
  }

  /** The result of partials that cover all rows, one for each reduction. */
  public static Aggregate of(String name, List<Reduction> reductions, List<Partial> partials) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    Map<String, List<Ranked>> rankings = new LinkedHashMap<>();
    for (int i = 0; i < reductions.size(); i++) {
      Reduction reduction = reductions.get(i);
      Partial partial = partials.get(i);
      if (reduction.kind() == Reduction.Kind.SUM) {
        numbers.put(reduction.name(), WideSum.toDouble(partial.sum()));
      } else if (reduction.isRanking()) {
        rankings.put(reduction.name(), partial.kept());
      } else if (!partial.kept().isEmpty()) {
        numbers.put(reduction.name(), partial.kept().get(0).value());
      }
    }
    return new Aggregate(name, numbers, rankings);
  }

  /**
   * The sum, maximum or minimum of that name.
   *
   * @throws IllegalArgumentException when there is none: the phase declares no such result, or no
   *     row contributed to a maximum or minimum
   */
  public double number(String result) {
    Double number = numbers.get(result);
    if (number == null) {
      throw new IllegalArgumentException("phase " + name + " has no number " + result);
    }
    return number;
  }

  /**
   * The ranking of that name, the first one first.
   *
   * @throws IllegalArgumentException when the phase declares none
   */
  public List<Ranked> ranking(String result) {
    List<Ranked> ranking = rankings.get(result);
    if (ranking == null) {
      throw new IllegalArgumentException("phase " + name + " has no ranking " + result);
    }
    return ranking;
  }
}
