package trainer.core.aggregate;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The contribution of some rows to one {@link Reduction}. Partials of disjoint rows may be combined
 * in any order; equal rows give equal partials.
 *
 * @param sum of a sum, in {@link trainer.core.math.WideSum#units}; else 0
 * @param kept of any other reduction the numbers kept, in its order
 */
public record Partial(BigInteger sum, List<Ranked> kept) {
  /** Of no rows. */
  public static final Partial NONE = new Partial(BigInteger.ZERO, List.of());

  public Partial {
    kept = List.copyOf(kept);
  }

  /** The contribution of the rows of both. */
  public Partial plus(Partial other, Reduction reduction) {
    List<Ranked> all = new ArrayList<>(kept);
    all.addAll(other.kept);
    all.sort(reduction.order());
    return new Partial(sum.add(other.sum), all.subList(0, Math.min(all.size(), reduction.most())));
  }

  /** Whether it can be a partial of this reduction. */
  public boolean fits(Reduction reduction) {
    return kept.size() <= reduction.most()
        && (reduction.kind() == Reduction.Kind.SUM || sum.signum() == 0);
  }
}
