/**
 * Blocks in memory: read and decoded ahead by background threads ({@code ReadAhead}), kept between
 * epochs up to a budget ({@code BlockCache}), and beyond it on the disk ({@code BlockSpill}). Knows
 * nothing of versions, masters or pservers.
 */
package trainer.worker.cache;
