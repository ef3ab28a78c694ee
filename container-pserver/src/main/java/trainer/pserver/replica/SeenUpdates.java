package trainer.pserver.replica;

import java.util.HashMap;
import java.util.Map;

/**
 * Which updates of which worker have been applied: for each worker the highest number, and a bit
 * for each of the {@value #WINDOW} up to it. What is older counts as seen; a worker has but a few
 * on their way at once, so nothing that is new is ever that old.
 */
final class SeenUpdates {
  /** More than any worker has on their way. */
  static final int WINDOW = Long.SIZE;

  private static final class Window {
    private int highest = -1;
    private long bits;
  }

  private final Map<Long, Window> workers = new HashMap<>();
  private long count;

  /** How many there have been in all: what a schedule goes by. */
  long count() {
    return count;
  }

  /** So many had been applied to what is held, whichever they were: none of them comes again. */
  void begin(long before) {
    count = before;
  }

  boolean contains(long worker, int sequence) {
    Window window = workers.get(worker);
    if (window == null || sequence > window.highest) {
      return false;
    }
    int age = window.highest - sequence;
    return age >= WINDOW || (window.bits >>> age & 1) != 0;
  }

  void add(long worker, int sequence) {
    count++;
    Window window = workers.computeIfAbsent(worker, of -> new Window());
    int ahead = sequence - window.highest;
    if (ahead > 0) {
      window.bits = ahead >= WINDOW ? 0 : window.bits << ahead;
      window.highest = sequence;
    }
    window.bits |= 1L << (window.highest - sequence);
  }
}
