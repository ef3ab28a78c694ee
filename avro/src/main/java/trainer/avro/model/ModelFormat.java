package trainer.avro.model;

import java.util.Locale;
import trainer.core.table.TableSpec;

/**
 * The native model format, version {@value #VERSION}.
 *
 * <p>A model is a folder of Avro object container files, so that {@code hdfs dfs -text} prints it:
 *
 * <ul>
 *   <li>one <em>part file</em> a partition, {@code part-00000.avro} and so on: records {@code
 *       {table, key, values}} sorted by the table's name (as UTF-8 bytes), then by key ascending as
 *       an unsigned number, each key once. A row whose values equal its initial value is left out.
 *       Codec snappy, which adds a checksum to each block; files of codec deflate are read, too.
 *   <li>the <em>manifest</em>, {@value #MANIFEST}, one record, written last: a folder without it is
 *       no model. It lists every part file with its rows, bytes and SHA-256.
 * </ul>
 *
 * Each file carries {@value #FORMAT_VERSION_KEY} in its metadata; a higher one is refused. Sync
 * markers are derived from contents, so equal parameters give equal bytes. The manifest's sync
 * marker is the checksum of the manifest itself (see {@link ManifestFile}), so that a flipped byte
 * is found in any file and at any place.
 *
 * <h2>The model id</h2>
 *
 * The SHA-256, as 64 lower-case hex digits, of these bytes; all integers and floats are big-endian:
 *
 * <ol>
 *   <li>for each table, by the UTF-8 bytes of its name ascending: the name's length in bytes
 *       (int32), the name, the width (int32); then
 *   <li>for each row of the table that differs from its initial value, keys ascending unsigned: the
 *       byte 1, the key (int64), {@code width} float32 values, with −0 written as 0 and every NaN
 *       as {@code 7fc00000}; then
 *   <li>the byte 0 after the table's last row.
 * </ol>
 *
 * No id, time, path, version or optimizer state goes in.
 */
public final class ModelFormat {
  /** The format version this code writes, and the highest it reads. */
  public static final int VERSION = 1;

  /** The metadata key of the format version. */
  public static final String FORMAT_VERSION_KEY = "formatVersion";

  /** The manifest's file name. */
  public static final String MANIFEST = "model.avro";

  private ModelFormat() {}

  /** The file name of a partition's part: {@code part-00007.avro}. */
  public static String partName(int partition) {
    return String.format(Locale.ROOT, "part-%05d.avro", partition);
  }

  /** Whether a row equals its initial value (−0 equals 0), and so is not stored. */
  public static boolean isInitial(TableSpec table, long key, float[] cells, int offset) {
    return table.initializer().isIn(key, cells, offset, table.width());
  }

  /** The bits of a value as the model id sees them: −0 is 0, and there is one NaN. */
  static int canonicalBits(float value) {
    return value == 0f ? 0 : Float.floatToIntBits(value);
  }
}
