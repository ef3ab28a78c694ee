/**
 * Files as all roles use them: {@code LocalFiles} works without child processes, {@code
 * RetryPolicy} waits for a storage that is away, {@code StoredModel} reads a model, {@code
 * UserClasses} loads the jars of users apart from ours.
 */
package trainer.container.files;
