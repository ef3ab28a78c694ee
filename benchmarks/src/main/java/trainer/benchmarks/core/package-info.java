/**
 * The pure core of a master at the size of a large cluster: a real session, its cluster and members
 * played. Begin with {@link trainer.benchmarks.core.CoreScale}.
 */
package trainer.benchmarks.core;
