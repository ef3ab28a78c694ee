/** Benchmarks of the paths that every mini-batch takes, for JMH. */
package trainer.benchmarks;
