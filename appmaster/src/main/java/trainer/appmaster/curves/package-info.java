/**
 * The curves of training jobs over their versions, reported to other systems while a job runs.
 * Start reading at {@link trainer.appmaster.curves.CurveReports}.
 *
 * <p>Nothing here may disturb a job: each system has a thread of its own, which reads the newest
 * views. After a failure the log has one warning and the system no further points.
 */
package trainer.appmaster.curves;
