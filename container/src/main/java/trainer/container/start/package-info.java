/**
 * How a role's process begins and ends: {@link trainer.container.start.ContainerProcess#run} reads
 * who it is, acts as the submitting user, streams the logs, runs the role, completes the logs, says
 * the last word and ends the JVM.
 */
package trainer.container.start;
