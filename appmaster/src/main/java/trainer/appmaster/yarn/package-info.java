/**
 * Talks to YARN: asks the ResourceManager for containers, has NodeManagers start and stop them, and
 * unregisters last. Start with {@code YarnCluster}. YARN's types stay in this package; its
 * callbacks only note and offer. Leading a job is not done here.
 */
package trainer.appmaster.yarn;
