/**
 * The job for people and programs: the JSON of {@code report.json} and of the page's service,
 * written from views alone. Start with {@code ReportJson}.
 */
package trainer.master.report;
