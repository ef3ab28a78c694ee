package trainer.appmaster.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;

/** The newest events of a job, each with its number, from 1. */
final class EventLog {
  private static final int MOST = 500;

  private record Entry(long sequence, long number, Event event) {}

  private final Deque<Entry> entries = new ArrayDeque<>();
  private long last;

  /**
   * Adds an event.
   *
   * @param sequence the number of the change that adds it
   */
  void add(long sequence, Event event) {
    entries.addLast(new Entry(sequence, ++last, event));
    if (entries.size() > MOST) {
      entries.removeFirst();
    }
  }

  boolean isNewerThan(long sequence) {
    return !entries.isEmpty() && entries.getLast().sequence > sequence;
  }

  /** The events that came after a change, the oldest first. */
  ArrayNode since(long sequence) {
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (Entry entry : entries) {
      if (entry.sequence > sequence) {
        ObjectNode event = json.addObject();
        event.put("number", entry.number);
        event.put("at", entry.event.at());
        event.put("kind", entry.event.kind().word());
        event.put("text", entry.event.text());
      }
    }
    return json;
  }
}
