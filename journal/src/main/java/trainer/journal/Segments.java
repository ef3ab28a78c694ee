package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import trainer.core.fact.Entry;

/**
 * The stored segments of one log. A segment is a snapshot that replaces all earlier entries, then
 * the entries after it. The newest segment with a whole snapshot is the log. Used by one thread at
 * a time.
 */
interface Segments extends Closeable {
  /**
   * The content of a log.
   *
   * @param entries the newest snapshot and the entries appended after it
   * @param last the number of the last fact so far, 0 if there was none; a snapshot may have left
   *     that fact out
   */
  record Content(List<Entry> entries, long last) {
    static final Content NOTHING = new Content(List.of(), 0);

    public Content {
      entries = List.copyOf(entries);
    }
  }

  /** The present content of the log, for a reader that does not write. */
  Content read() throws IOException;

  /**
   * The content of the log, for the master that took the term. It holds every entry that was
   * reported safe to a lower term, and no entry that a lower term appends later.
   */
  Content take() throws IOException;

  /**
   * Begins a segment with this snapshot; once this returns, the segment is the log.
   *
   * @throws SupersededException if a higher term was taken
   */
  void begin(Content snapshot) throws IOException;

  /**
   * Appends to the segment begun last; the entries are safe once this returns.
   *
   * @throws SupersededException if a higher term was taken
   */
  void append(List<Entry> entries) throws IOException;

  /** Abandons the segment begun last, whose content is unknown after a failed write. */
  void abandon();
}
