/**
 * The one place that knows what a process of a job is started with: {@link
 * trainer.container.launch.Launch} says what, {@link trainer.container.launch.JvmSize} how large,
 * {@link trainer.container.launch.CommandLine} spells it out. No secret is on any command line or
 * in any environment.
 */
package trainer.container.launch;
