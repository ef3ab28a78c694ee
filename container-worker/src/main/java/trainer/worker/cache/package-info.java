/**
 * Blocks in memory, read and decoded ahead by background threads ({@code ReadAhead}). They are kept
 * between epochs up to a budget ({@code BlockCache}), and beyond it on the disk ({@code
 * BlockSpill}). Independent of versions, masters and pservers.
 */
package trainer.worker.cache;
