/**
 * Files as all roles use them: {@code LocalFiles} without child processes, and {@code Patience}
 * with storages that are away for a while.
 */
package trainer.container.files;
