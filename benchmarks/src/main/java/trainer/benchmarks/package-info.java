/** JMH benchmarks of the code that every mini-batch passes through. */
package trainer.benchmarks;
