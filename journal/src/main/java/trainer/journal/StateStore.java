package trainer.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import trainer.core.fact.Entry;
import trainer.core.id.Term;
import trainer.core.job.JobId;

/**
 * The storage of facts: one log for the fleet and one for each job, written under a term.
 *
 * <p>Terms order masters: once a term is taken, no lower term can append. A term comes from this
 * store, never from the cluster's attempt id. Each log is used by one thread at a time.
 */
public interface StateStore extends Closeable {
  /**
   * Takes the next term, higher than every earlier one. Called once, before the first append.
   *
   * @throws IOException if it is unknown whether this process took the term; nothing was appended
   *     under it, and the next call takes a higher one
   */
  Term takeTerm() throws IOException;

  /** The log of a job, or of the fleet when {@code job} is null. */
  Log log(JobId job);

  /** Closes the log of a job that is over, and forgets what it holds in memory. */
  void release(JobId job) throws IOException;

  /** Closes the logs, so that every file is closed and whole. */
  @Override
  void close() throws IOException;

  /** Facts in order, numbered from 1. */
  interface Log {
    /**
     * Reads the facts of all terms so far: the newest snapshot and every fact after it. After
     * {@link StateStore#takeTerm} the result is complete, and only this master's appends add to it.
     * Before, another master may be appending.
     *
     * @throws trainer.core.failure.FailureException JOURNAL_DAMAGED
     */
    List<Entry> read() throws IOException;

    /** The number of the next fact. */
    long next() throws IOException;

    /**
     * Appends entries and returns once all of them are safe. An entry whose number is already in
     * the log appears to readers once.
     *
     * @throws SupersededException if a higher term was taken; then no append is allowed any more
     * @throws IOException if the outcome is unknown: the same entries have to be appended again
     */
    void append(List<Entry> entries) throws IOException;

    /**
     * Replaces all entries so far by fewer of the same meaning, under their old numbers, so that
     * recovery reads little.
     *
     * @throws SupersededException if a higher term was taken
     * @throws IOException if it is unknown which of the two is read; no fact is lost either way
     */
    void compact(List<Entry> snapshot) throws IOException;
  }
}
