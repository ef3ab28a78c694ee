/**
 * A model folder, format version 1: the manifest, the part files, and their rows in memory. Knows
 * nothing of columns and of the meaning of rows. Start at {@link trainer.model.stored.StoredModel}.
 */
package trainer.model.stored;
