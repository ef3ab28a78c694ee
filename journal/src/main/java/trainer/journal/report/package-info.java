/**
 * The report of a job in its folder: written by its master, or replayed from the journal of a
 * master that does not answer. Start with {@code JournaledReport}.
 */
package trainer.journal.report;
