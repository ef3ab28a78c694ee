package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import trainer.core.fact.Entry;

/**
 * Where one log's segments are kept. A segment is a snapshot that stands for everything before it,
 * then entries; the newest one whose snapshot is whole is the log. Used by one thread at a time.
 */
interface Segments extends Closeable {
  /**
   * What a log holds.
   *
   * @param entries the newest snapshot and what was appended after it
   * @param last the number of the last fact so far, 0 if there was none; a snapshot may have left
   *     that fact out
   */
  record Content(List<Entry> entries, long last) {
    static final Content NOTHING = new Content(List.of(), 0);

    public Content {
      entries = List.copyOf(entries);
    }
  }

  /** What the log holds now, to somebody who only looks. */
  Content look() throws IOException;

  /**
   * What the log holds, to the one who took the term: nothing that a lower term appends later, and
   * nothing that it was told is safe is missing.
   */
  Content take() throws IOException;

  /**
   * Begins a segment; once this returns it is the log and will be read.
   *
   * @throws SupersededException if a higher term was taken
   */
  void begin(Content snapshot) throws IOException;

  /**
   * Appends to the segment begun last; safe once this returns.
   *
   * @throws SupersededException if a higher term was taken
   */
  void append(List<Entry> entries) throws IOException;

  /** Leaves the segment begun last: nobody knows what is in it. */
  void abandon();
}
