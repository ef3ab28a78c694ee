package trainer.core.message;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A histogram of how far ahead of the slowest worker steps were begun: {@code counts.get(n)} of
 * them when their worker had finished n steps more than it. What a step is computed on may lack as
 * many of the slowest worker's (Ho et al., More Effective Distributed ML via a Stale Synchronous
 * Parallel Parameter Server, NIPS 2013).
 *
 * @param counts without zeros at the end
 */
public record Staleness(List<Long> counts) {
  /** Of no step. */
  public static final Staleness NONE = new Staleness(List.of());

  public Staleness {
    int size = counts.size();
    while (size > 0 && counts.get(size - 1) == 0) {
      size--;
    }
    counts = List.copyOf(counts.subList(0, size));
  }

  /** Of one step that was begun so many steps ahead. */
  public static Staleness of(int ahead) {
    List<Long> counts = new ArrayList<>(Collections.nCopies(ahead, 0L));
    counts.add(1L);
    return new Staleness(counts);
  }

  /** Of the steps of both. */
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
