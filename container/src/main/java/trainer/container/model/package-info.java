/** Models where they are stored, on any Hadoop file system. Start at {@code StoredModel}. */
package trainer.container.model;
