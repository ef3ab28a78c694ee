/**
 * The pure core of a master at the size of a large cluster: a real session with a simulated cluster
 * and members. Start with {@link trainer.benchmarks.core.CoreScale}.
 */
package trainer.benchmarks.core;
