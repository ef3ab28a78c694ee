/**
 * The curves of training jobs over their versions, for other systems that are told of them while a
 * job runs. Start reading at {@link trainer.appmaster.curves.CurveReports}.
 *
 * <p>Nothing here may disturb a job: each system has a thread of its own, which reads the newest
 * views, and a failure costs the curve and one warning.
 */
package trainer.appmaster.curves;
