package trainer.pserver.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import trainer.core.message.Metrics;

/**
 * The metrics of the newest committed versions. The master adds metrics up and journals the sum
 * about once a second. A new master asks for the metrics of the versions after that.
 */
final class MetricsLog {
  /** A few seconds of the fastest training there is, and half a minute of a fast one. */
  static final int MOST = 1 << 16;

  private final ArrayDeque<Metrics> newest = new ArrayDeque<>();

  /** Adds the metrics of the next committed version. */
  void add(Metrics metrics) {
    if (newest.size() == MOST) {
      newest.removeFirst();
    }
    newest.addLast(metrics);
  }

  /** Forgets everything, because the committed past is another one. */
  void clear() {
    newest.clear();
  }

  /** The metrics of the newest {@code count} versions, or as many as are kept, oldest first. */
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
