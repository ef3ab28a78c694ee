/**
 * A pserver's threads and sockets around the pure core: lanes, the door where strangers prove
 * themselves, the orders of the master, and the export of parts. No decision about versions is made
 * here.
 *
 * <p>Start with {@link trainer.pserver.run.Pserver}. Failpoints, for tests only:
 *
 * <ul>
 *   <li>{@code pserver.afterSeal}: a lane took a term, the answer is not said
 *   <li>{@code pserver.afterNewLine}: a lane took a line, the answer is not said
 *   <li>{@code pserver.afterAccumulate}: a share is in, or an update is applied, and the
 *       acknowledgement is not sent
 *   <li>{@code pserver.afterComplete}: a lane computed the tentative version, nobody knows
 *   <li>{@code pserver.afterCommit}: a lane committed
 *   <li>{@code pserver.afterFold}: all lanes have folded their rows, the answer is not said
 *   <li>{@code pserver.duringCut}: a partition is copied out of a cut, and not written
 *   <li>{@code pserver.beforeCutWritten}: all parts of a cut are closed, the master does not know
 *   <li>{@code pserver.duringLoad}: a line went back, its checkpoint is about to be loaded
 *   <li>{@code pserver.duringExport}: a part file is open, its rows written, not closed
 *   <li>{@code pserver.afterPart}: a part file is closed, the master does not know
 *   <li>{@code pserver.beforePartsWritten}: all parts are closed, the master does not know
 * </ul>
 */
package trainer.pserver.run;
