package trainer.learning.block;

import java.io.Serial;
import trainer.core.table.TableSpec;

/** Thrown for a key beyond the rows of a dense table. */
final class NoSuchRowException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  NoSuchRowException(TableSpec table, long key) {
    super(
        "key "
            + Long.toUnsignedString(key)
            + " is not in the dense table "
            + table.name()
            + ", whose keys are 0 to "
            + (table.rows() - 1));
  }
}
