/**
 * Files of any Hadoop file system as input: listed, pinned, opened, and their troubles as failures.
 */
package trainer.data.file;
