package trainer.pserver.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What some copies of one lane hold at one moment, copied out a few rows at a time while they go
 * on: it is one version, whatever is pushed, committed or undone meanwhile, and of an open one that
 * updates make on arrival what they have made by then. What is only tentative is never in it.
 *
 * <p>Memory: one partition as it is copied, and of the others each row that is touched before its
 * turn, once.
 */
public final class Cut {
  private final ArrayDeque<Copy> left = new ArrayDeque<>();
  private final long updates;

  /** One partition of it, whole. */
  public record Part(int partition, List<CutRows> tables) {
    public Part {
      tables = List.copyOf(tables);
    }
  }

  /**
   * @param updates how many the lane has applied on arrival
   */
  Cut(List<Copy> copies, long updates) {
    this.updates = updates;
    for (Copy copy : copies) {
      copy.beginCut();
      left.add(copy);
    }
  }

  /**
   * Copies some more.
   *
   * @param rows how many at most
   * @return a partition that is whole by that, else null
   */
  public Part copySome(int rows) {
    Copy copy = left.peek();
    if (copy == null) {
      return null;
    }
    for (SliceCut slice : copy.cut()) {
      if (slice.copySome(rows)) {
        return null;
      }
    }
    List<CutRows> tables = new ArrayList<>();
    Arrays.stream(copy.cut()).forEach(slice -> tables.add(slice.rows()));
    copy.endCut();
    left.remove();
    return new Part(copy.partition(), tables);
  }

  /** How many updates had been applied on arrival. */
  public long updates() {
    return updates;
  }

  /** About how much memory the next partition takes as it is copied and written. */
  public long nextBytes() {
    Copy copy = left.peek();
    long bytes = 0;
    for (SliceCut slice : copy == null ? new SliceCut[0] : copy.cut()) {
      bytes += slice.bytes();
    }
    return bytes;
  }

  /** Whether every partition has been given. */
  public boolean isOver() {
    return left.isEmpty();
  }

  /** Nobody wants the rest. */
  public void abandon() {
    left.forEach(Copy::endCut);
    left.clear();
  }
}
