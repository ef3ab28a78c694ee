/**
 * The adapter to YARN. It requests containers from the ResourceManager, lets NodeManagers start and
 * stop them, and unregisters last. Start with {@code YarnCluster}. YARN's types stay in this
 * package. Its callbacks only record and offer. Leadership is decided elsewhere.
 */
package trainer.appmaster.yarn;
