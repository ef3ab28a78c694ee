/**
 * The end of a job: export of the model, and the wind-down of its members. Start with {@code
 * ModelExport}.
 */
package trainer.master.job.ending;
