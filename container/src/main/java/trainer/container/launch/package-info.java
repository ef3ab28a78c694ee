/**
 * The launch of a job's processes: {@link trainer.container.launch.Launch} describes one, {@link
 * trainer.container.launch.JvmSize} its memory, {@link trainer.container.launch.CommandLine} writes
 * the command. No secret is on any command line or in any environment.
 */
package trainer.container.launch;
