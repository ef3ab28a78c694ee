package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import trainer.core.fact.Entry;
import trainer.core.failure.Failpoint;

/**
 * The leading master's copy of one log in memory. No other process can append under its term, so
 * the entries read once plus the entries appended since are the log. Used by one thread at a time.
 *
 * <p>The first append of a term begins a segment, with the entries that were read and those that
 * are appended. After a failed append it is unknown which entries reached the storage. The log then
 * abandons the segment and begins a new one with the entries known to be safe. The caller repeats
 * the failed entries, and readers drop duplicate numbers.
 */
final class HeldLog implements StateStore.Log, Closeable {
  private final Segments segments;
  private final BooleanSupplier leads;
  private List<Entry> held;
  private long inherited;
  private long last;
  private boolean open;

  /**
   * @param leads whether the term was taken
   */
  HeldLog(Segments segments, BooleanSupplier leads) {
    this.segments = segments;
    this.leads = leads;
  }

  @Override
  public List<Entry> read() throws IOException {
    if (!leads.getAsBoolean()) {
      return segments.read().entries();
    }
    hold();
    return List.copyOf(held);
  }

  @Override
  public long next() throws IOException {
    if (!leads.getAsBoolean()) {
      return segments.read().last() + 1;
    }
    hold();
    return last + 1;
  }

  @Override
  public void append(List<Entry> entries) throws IOException {
    hold();
    if (entries.stream().anyMatch(entry -> entry.number() <= inherited)) {
      throw new IllegalArgumentException("the facts up to number " + inherited + " are others'");
    }
    List<Entry> fresh = entries.stream().filter(entry -> entry.number() > last).toList();
    if (fresh.isEmpty()) {
      return;
    }
    for (int i = 0; i < fresh.size(); i++) {
      if (fresh.get(i).number() != last + 1 + i) {
        throw new IllegalArgumentException(fresh.get(i) + " does not follow number " + last);
      }
    }
    write(
        () -> {
          if (open) {
            segments.append(fresh);
          } else {
            begin(fresh);
          }
          Failpoint.hit("master.appended");
        });
    held.addAll(fresh);
    last += fresh.size();
  }

  @Override
  public void compact(List<Entry> snapshot) throws IOException {
    hold();
    held = new ArrayList<>(snapshot);
    open = false;
    // Until the new segment is whole, readers use the one before it.
    write(() -> begin(List.of()));
  }

  /** A write that can fail halfway. */
  private interface Writing {
    void run() throws IOException;
  }

  private void write(Writing writing) throws IOException {
    try {
      writing.run();
    } catch (IOException | RuntimeException e) {
      open = false;
      segments.abandon();
      throw e;
    }
  }

  /** Begins a segment with the entries that are safe and the fresh ones, by one flush. */
  private void begin(List<Entry> fresh) throws IOException {
    List<Entry> all = new ArrayList<>(held);
    all.addAll(fresh);
    segments.begin(new Segments.Content(all, last + fresh.size()));
    open = true;
  }

  private void hold() throws IOException {
    if (!leads.getAsBoolean()) {
      throw new IllegalStateException("no term was taken");
    }
    if (held == null) {
      Segments.Content content = segments.take();
      held = new ArrayList<>(content.entries());
      last = content.last();
      inherited = last;
    }
  }

  @Override
  public void close() throws IOException {
    open = false;
    segments.close();
  }
}
