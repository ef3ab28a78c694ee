/**
 * The report of a job in its folder: written by its master, or replayed from the journal if the
 * master does not answer; and the files of the page that shows it. Start with {@code
 * JournaledReport}.
 */
package trainer.journal.report;
