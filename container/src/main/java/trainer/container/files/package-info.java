/** Local files without child processes. Start at {@code LocalFiles}. */
package trainer.container.files;
