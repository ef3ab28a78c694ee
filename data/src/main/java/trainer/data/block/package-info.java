/**
 * The contract of a format: it cuts a file into blocks and decodes a block. Each format implements
 * it in a package of its own.
 */
package trainer.data.block;
