/**
 * The contract of input formats, their registry, and the choice of a file's format. A format cuts a
 * file into blocks and decodes a block. Each format implements {@link
 * trainer.data.format.InputFormat} in a package of its own below this one.
 */
package trainer.data.format;
