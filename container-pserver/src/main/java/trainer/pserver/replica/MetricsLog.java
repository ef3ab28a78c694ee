package trainer.pserver.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import trainer.core.message.Metrics;

/**
 * The metrics of the newest committed versions. The master adds them up and notes the sum about
 * once a second; the next one asks for those that came after.
 */
final class MetricsLog {
  /** Some seconds of the fastest training there is, and half a minute of a fast one. */
  static final int MOST = 1 << 16;

  private final ArrayDeque<Metrics> newest = new ArrayDeque<>();

  /** The next version is committed. */
  void add(Metrics metrics) {
    if (newest.size() == MOST) {
      newest.removeFirst();
    }
    newest.addLast(metrics);
  }

  /** What is committed is another past. */
  void clear() {
    newest.clear();
  }

  /** The metrics of the newest {@code count} versions or as many as are known, oldest first. */
  List<Metrics> newest(long count) {
    List<Metrics> found = new ArrayList<>();
    Iterator<Metrics> backwards = newest.descendingIterator();
    while (found.size() < count && backwards.hasNext()) {
      found.add(backwards.next());
    }
    Collections.reverse(found);
    return found;
  }
}
