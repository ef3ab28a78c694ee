package trainer.master.fleet.remote;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import trainer.master.fleet.FleetEvent;

/** Events of an agent's cluster, numbered from 1, until a leader has confirmed them. */
public final class EventBacklog {
  private final Map<Long, FleetEvent> unconfirmed = new LinkedHashMap<>();
  private long last;

  /** Adds an event and returns its number. */
  public long add(FleetEvent event) {
    unconfirmed.put(++last, event);
    return last;
  }

  /** Drops the events up to this number. */
  public void confirm(long number) {
    unconfirmed.keySet().removeIf(one -> one <= number);
  }

  /** Repeats the others, in order. */
  public void repeat(BiConsumer<Long, FleetEvent> to) {
    unconfirmed.forEach(to);
  }

  /** Takes the others away, in order. */
  public List<FleetEvent> take() {
    List<FleetEvent> events = List.copyOf(unconfirmed.values());
    unconfirmed.clear();
    return events;
  }
}
