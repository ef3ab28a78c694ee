package trainer.core.fact;

import trainer.core.id.Term;

/**
 * One fact as a log keeps it.
 *
 * @param number counts the facts of a log from 1, over all terms
 * @param term the term it was appended under
 */
public record Entry(long number, Term term, Fact fact) {}
