/**
 * The start and end of a role's process. {@link trainer.container.start.ContainerProcess#run} reads
 * the identity, acts as the submitting user, streams the logs and runs the role. At the end it
 * completes the logs, sends the last message and ends the JVM.
 */
package trainer.container.start;
