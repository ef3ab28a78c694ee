/**
 * Export of a model: each lane writes the committed rows of its partitions into part files. Start
 * with {@code PartExports}. Failpoints, for tests only:
 *
 * <ul>
 *   <li>{@code pserver.duringExport}: a part file is open, its rows written, not closed
 *   <li>{@code pserver.afterPart}: a part file is closed, the answer is not sent
 *   <li>{@code pserver.beforePartsWritten}: all parts are closed, the answer is not sent
 * </ul>
 */
package trainer.pserver.export;
