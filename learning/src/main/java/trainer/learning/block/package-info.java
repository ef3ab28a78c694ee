/**
 * Decoded blocks as models see them, and what is added up over them: what a worker that trains and
 * a command that evaluates have in common. Start at {@link trainer.learning.block.DecodedBlock}.
 */
package trainer.learning.block;
