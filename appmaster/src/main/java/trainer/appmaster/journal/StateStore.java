package trainer.appmaster.journal;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;

/**
 * Where facts are kept: one log for the fleet and one for each job, written under a term.
 *
 * <p>Terms order masters: whoever takes a term makes every lower one unable to append. A term comes
 * from here, never from the cluster's attempt id. Used by one thread at a time, except {@link
 * #follow}.
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

  /**
   * Reads a log from its beginning, then whatever is appended by anybody, until closed. Facts come
   * in order, each once, on a thread of the store's.
   *
   * @param job null for the fleet's log
   */
  Closeable follow(JobId job, Consumer<Entry> reader);

  /** Ends what was written, so that every file is closed and whole. */
  @Override
  void close() throws IOException;

  /**
   * One fact as it is kept.
   *
   * @param number counts the facts of a log from 1, over all terms
   * @param term the term it was appended under
   */
  record Entry(long number, long term, Fact fact) {}

  /** Facts in order. */
  interface Log {
    /** Every fact so far, of all terms. */
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
  }
}
