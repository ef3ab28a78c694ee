/** How fast blocks are read and decoded. Start at {@link trainer.benchmarks.read.ReadingSpeed}. */
package trainer.benchmarks.read;
