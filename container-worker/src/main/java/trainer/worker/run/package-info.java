/**
 * The worker's shell: the loop around the pure core ({@code WorkerLoop}), which runs on the thread
 * that submits an event; a reader and a writer thread for each pserver lane ({@code LaneLink}); and
 * their connection to reading and computing. No policy: every decision is {@link
 * trainer.worker.work.Worker}'s.
 *
 * <p>Failpoints (see {@link trainer.core.failure.Failpoint}), in the order of a share:
 *
 * <ul>
 *   <li>{@code worker.afterOrder}: an order has been taken, nothing done about it
 *   <li>{@code worker.beforePull}: keys may have been sent, the pull to one lane not yet
 *   <li>{@code worker.afterValues}: all values are in, nothing is computed
 *   <li>{@code worker.beforePush}: computed, nothing pushed
 *   <li>{@code worker.afterPushToOne}: one lane has been sent the push, no other has
 *   <li>{@code worker.afterPush}: a lane's push has left this process, its acknowledgement is not
 *       in
 *   <li>{@code worker.afterAck}: one lane has acknowledged
 *   <li>{@code worker.beforeShareDone}: all lanes have acknowledged, the report is not sent
 *   <li>{@code worker.duringMeasure}: a task of the first pass over a table has come, nothing is
 *       read
 *   <li>{@code worker.duringEvaluate}: an evaluation has its values, nothing is scored
 * </ul>
 */
package trainer.worker.run;
