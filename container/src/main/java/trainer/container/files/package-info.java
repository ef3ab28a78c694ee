/**
 * File access for all roles. {@code LocalFiles} works without child processes. {@code RetryPolicy}
 * waits for an unavailable storage. {@code StoredModel} reads a model. {@code UserClasses} isolates
 * the jars of users from Trainer's.
 */
package trainer.container.files;
