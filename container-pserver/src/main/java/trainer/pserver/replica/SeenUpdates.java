package trainer.pserver.replica;

import java.util.HashMap;
import java.util.Map;

/**
 * The updates that have been applied, by worker: the highest number, and a bit for each of the
 * {@value #WINDOW} up to it. An older update counts as seen. A worker has only a few updates in
 * flight, so a new one is never that old.
 */
final class SeenUpdates {
  /** More updates than any worker has in flight. */
  static final int WINDOW = Long.SIZE;

  private static final class Window {
    private int highest = -1;
    private long bits;
  }

  private final Map<Long, Window> workers = new HashMap<>();
  private long count;

  /** The number of updates applied in all, which learning rate schedules use. */
  long count() {
    return count;
  }

  /** Starts with the number of updates that the held rows include. None of them arrives again. */
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
      // A shift by 64 or more would wrap around.
      window.bits = ahead >= WINDOW ? 0 : window.bits << ahead;
      window.highest = sequence;
    }
    window.bits |= 1L << (window.highest - sequence);
  }
}
