/**
 * The workers that the scoring jobs of a session share. Start with {@code Pool}; {@code
 * trainer.master.sharing} decides which jobs each worker serves.
 */
package trainer.master.pool;
