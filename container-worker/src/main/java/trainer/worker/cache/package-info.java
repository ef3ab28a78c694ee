/**
 * Blocks in memory: read and decoded ahead by background threads ({@code ReadAhead}), kept between
 * epochs up to a budget ({@code BlockCache}). Knows nothing of versions, masters or pservers.
 */
package trainer.worker.cache;
