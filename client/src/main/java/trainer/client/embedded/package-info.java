/**
 * Hadoop's daemons in the client's process: {@code --master embedded}. Only this package uses the
 * mini-cluster's classes. It has no knowledge of jobs. Start at {@code EmbeddedCluster}.
 */
package trainer.client.embedded;
