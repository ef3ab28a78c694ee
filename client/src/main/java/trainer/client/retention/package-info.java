/**
 * The retention of job folders: which folders of ended jobs may go, and their deletion. Start at
 * {@code FolderSelection}, the decision. {@code JobFolders} reads and deletes.
 */
package trainer.client.retention;
