/**
 * A lane: the thread that owns some partitions and every connection opened to it. Start with {@code
 * Lane}. Failpoints, for tests only:
 *
 * <ul>
 *   <li>{@code pserver.afterSeal}: a lane took a term, the answer is not sent
 *   <li>{@code pserver.afterNewLine}: a lane took a line, the answer is not sent
 *   <li>{@code pserver.afterAccumulate}: a share is in, or an update is applied, and the
 *       acknowledgement is not sent
 *   <li>{@code pserver.afterComplete}: a lane computed the tentative version, and has not reported
 *       it
 *   <li>{@code pserver.afterCommit}: a lane committed
 *   <li>{@code pserver.afterFold}: all lanes have folded their rows, the answer is not sent
 * </ul>
 */
package trainer.pserver.lane;
