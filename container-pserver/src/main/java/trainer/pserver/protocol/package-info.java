/**
 * The types of the commit protocol between workers and a pserver: headers of pushes and pulls, the
 * verdict on each, refusals, and the callbacks for answers. Start with {@code WorkerConnection}.
 */
package trainer.pserver.protocol;
