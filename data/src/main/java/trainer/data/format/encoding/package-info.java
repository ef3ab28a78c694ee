/**
 * The encodings of the values of Parquet's pages, and the reading of parts of files. Decoders fill
 * arrays of the asked size; no damaged number decides the size of one. Start at {@link
 * trainer.data.format.encoding.ValueEncoding}.
 */
package trainer.data.format.encoding;
