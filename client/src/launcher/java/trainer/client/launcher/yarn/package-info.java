/**
 * The classes that YARN's own commands load from {@code trainer-client.jar}: {@code
 * TrainerAdminClient}, for {@code yarn app -appTypes trainer}. It is Java 8 byte code over Hadoop's
 * client API of any Hadoop 3, and reaches the client's classes through {@code BundleClasses} alone.
 */
package trainer.client.launcher.yarn;
