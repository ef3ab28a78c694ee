/**
 * The report of a job in its folder: written by its master, or replayed from the journal if the
 * master does not answer. Start with {@code JournaledReport}.
 */
package trainer.journal.report;
