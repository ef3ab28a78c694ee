package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import trainer.core.fact.Entry;
import trainer.core.job.JobId;

/**
 * Where facts are kept: one log for the fleet and one for each job, written under a term.
 *
 * <p>Terms order masters: whoever takes a term makes every lower one unable to append. A term comes
 * from here, never from the cluster's attempt id. Used by one thread at a time.
 */
public interface StateStore extends Closeable {
  /**
   * Takes the next term, higher than every one before; once, before anything is appended.
   *
   * @throws IOException if it cannot be known whether the term is ours; then nothing was appended
   *     under it and the next call takes a higher one
   */
  long takeTerm() throws IOException;

  /** The log of a job, or with {@code job} null the fleet's. */
  Log log(JobId job);

  /** Ends what was written, so that every file is closed and whole. */
  @Override
  void close() throws IOException;

  /** Facts in order, numbered from 1. */
  interface Log {
    /**
     * What all facts so far, of all terms, come down to: the newest snapshot and every fact after
     * it. Once the term was taken, what this gives is all there is and all there will be but for
     * this master's own appends; before, somebody else may be appending.
     *
     * @throws trainer.core.failure.FailureException JOURNAL_DAMAGED
     */
    List<Entry> read() throws IOException;

    /** The number the next fact gets. */
    long next() throws IOException;

    /**
     * Appends entries and returns once all of them are safe. Entries that are there already, by
     * their number, are not written twice for a reader.
     *
     * @throws SupersededException if a higher term was taken; then nothing may be appended any more
     * @throws IOException if the outcome is unknown: the same entries have to be appended again
     */
    void append(List<Entry> entries) throws IOException;

    /**
     * Replaces all entries so far by fewer that mean the same, under their old numbers, so that
     * later readers read little.
     *
     * @throws SupersededException if a higher term was taken
     * @throws IOException if it is unknown which of the two is read; nothing is lost either way
     */
    void compact(List<Entry> snapshot) throws IOException;
  }
}
