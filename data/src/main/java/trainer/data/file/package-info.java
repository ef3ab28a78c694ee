/**
 * Input files on any Hadoop file system: listed, pinned and opened, with their exceptions as
 * failures.
 */
package trainer.data.file;
