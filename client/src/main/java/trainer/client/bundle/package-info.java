/**
 * The one archive that containers run on: the local bundle, and its copy in the cluster's file
 * system. Start at {@code BundleStore}.
 */
package trainer.client.bundle;
