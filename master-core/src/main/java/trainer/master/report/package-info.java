/**
 * The job for people and programs: the report of {@code report.json}, of {@code status} and of the
 * page's service, as records that Jackson writes and reads. Start with {@code JobReport}.
 */
package trainer.master.report;
