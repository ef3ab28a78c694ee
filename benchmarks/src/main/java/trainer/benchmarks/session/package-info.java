/**
 * Measures scoring jobs that share the workers of a session on this machine: {@code
 * benchmarks/fair-time}. Their models sleep, so that eight workers are eight machines on two cores.
 */
package trainer.benchmarks.session;
