/**
 * YARN's own tools and the user's job folders, with {@code trainer-client.jar} and a cluster of the
 * test's process. Start at {@code ClusterUser}.
 */
package trainer.it.yarn;
