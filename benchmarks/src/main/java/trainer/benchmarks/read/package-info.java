/**
 * The speed of reading and decoding blocks. Start with {@link
 * trainer.benchmarks.read.ReadingSpeed}.
 */
package trainer.benchmarks.read;
