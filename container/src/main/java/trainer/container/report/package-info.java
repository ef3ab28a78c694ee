/** What is done about the report of a job whose master is gone. */
package trainer.container.report;
