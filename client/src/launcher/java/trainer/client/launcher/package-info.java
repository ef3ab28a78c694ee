/**
 * The launcher: Java 8 byte code without dependencies that finds Java 17 or newer, unpacks the
 * nested bundle once, and starts the client in a JVM of its own. Start reading at {@code Launcher}.
 * Nothing else of Trainer may be used here, for it would not be on the class path. The package
 * {@code yarn} below is for YARN's own commands.
 */
package trainer.client.launcher;
