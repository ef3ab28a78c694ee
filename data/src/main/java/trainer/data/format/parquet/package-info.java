/**
 * Parquet files: row groups of column chunks, each a run of pages. The metadata is parsed by the
 * structures of parquet-format; pages are decoded here, into arrays whose sizes no damaged number
 * decides. Start at {@link trainer.data.format.parquet.RowGroupReader}.
 *
 * <p>The format is described at <a
 * href="https://parquet.apache.org/docs/file-format/">parquet.apache.org</a>.
 */
package trainer.data.format.parquet;
