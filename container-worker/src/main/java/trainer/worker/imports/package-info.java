/**
 * The rows of an import: records are copied into another format. Start at {@code BlockImporter}.
 */
package trainer.worker.imports;
