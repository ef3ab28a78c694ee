package trainer.core.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A histogram of staleness: {@code counts.get(n)} steps were begun when their worker had finished n
 * steps more than the slowest one. The parameters that such a step uses may lack as many steps of
 * the slowest worker (Ho et al., More Effective Distributed ML via a Stale Synchronous Parallel
 * Parameter Server, NIPS 2013).
 *
 * @param counts without zeros at the end
 */
public record Staleness(List<Long> counts) {
  /** The histogram of no step. */
  public static final Staleness NONE = new Staleness(List.of());

  public Staleness {
    int size = counts.size();
    while (size > 0 && counts.get(size - 1) == 0) {
      size--;
    }
    counts = List.copyOf(counts.subList(0, size));
  }

  /** The histogram of one step that was begun {@code ahead} steps ahead. */
  public static Staleness of(int ahead) {
    List<Long> counts = new ArrayList<>(Collections.nCopies(ahead, 0L));
    counts.add(1L);
    return new Staleness(counts);
  }

  /** The histogram of both together. */
  public Staleness plus(Staleness other) {
    if (other.counts.isEmpty()) {
      return this;
    }
    List<Long> sum = new ArrayList<>();
    for (int n = 0; n < Math.max(counts.size(), other.counts.size()); n++) {
      sum.add(at(n) + other.at(n));
    }
    return new Staleness(sum);
  }

  private long at(int ahead) {
    return ahead < counts.size() ? counts.get(ahead) : 0;
  }
}
