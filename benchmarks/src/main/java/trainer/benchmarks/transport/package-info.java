/** The bulk connection against raw Netty: start with {@link TransportSpeed}. */
package trainer.benchmarks.transport;
