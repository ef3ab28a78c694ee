/**
 * YARN's own tools and the user's job folders, with {@code trainer-client.jar} and a cluster of the
 * test's process. Start at {@code YarnAppTest}.
 */
package trainer.it.yarn;
