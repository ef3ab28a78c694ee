/**
 * Decoded blocks as models see them, and the sums over them: the common part of a training worker
 * and of the evaluate command. Start at {@link trainer.learning.block.DecodedBlock}.
 */
package trainer.learning.block;
