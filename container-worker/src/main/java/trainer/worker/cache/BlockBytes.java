package trainer.worker.cache;

import java.nio.ByteBuffer;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.input.SparseRows;
import trainer.core.table.Partitions;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.NamedRows;
import trainer.learning.spi.Pass;

/**
 * The encoding of a decoded block as bytes, for the process that wrote them: counts, then the used
 * part of the arrays. A count of −1 stands for an absent array. Kept columns are not encoded, since
 * training reads none.
 */
final class BlockBytes {
  private static final int NONE = -1;

  private BlockBytes() {}

  /** The length of the encoding in bytes. */
  static long length(DecodedBlock block) {
    Examples examples = block.examples();
    SparseRows features = examples.features();
    long records = examples.records();
    long nonzeros = examples.nonzeros();
    long length = 8 + 4 + 4 * records + 4 * (records + 1);
    length += 4 + (examples.weights() == null ? 0 : 4 * records);
    length += 4 + (examples.groups() == null ? 0 : 8 * records);
    length += 4 + 8 * nonzeros + 4 + (features.values() == null ? 0 : 4 * nonzeros);
    length += 4 + (features.fields() == null ? 0 : 4 * nonzeros);
    length += 4;
    for (int[] of : block.rows()) {
      length += 4 + 4L * of.length;
    }
    length += 4;
    for (NamedRows of : block.keys()) {
      length += 8 + (of.isWhole() ? 0 : 8L * of.count() + 4L * Partitions.COUNT);
    }
    return length;
  }

  /** Encodes a block; the buffer is ready to be read. */
  static ByteBuffer write(DecodedBlock block, int length) {
    ByteBuffer to = ByteBuffer.allocate(length);
    Examples examples = block.examples();
    int records = examples.records();
    int nonzeros = examples.nonzeros();
    to.putLong(block.bad()).putInt(records);
    floats(to, examples.labels(), records);
    ints(to, examples.starts(), records + 1);
    if (isPresent(to, examples.weights(), records)) {
      floats(to, examples.weights(), records);
    }
    if (isPresent(to, examples.groups(), records)) {
      longs(to, examples.groups(), records);
    }
    to.putInt(nonzeros);
    longs(to, examples.keys(), nonzeros);
    if (isPresent(to, examples.values(), nonzeros)) {
      floats(to, examples.values(), nonzeros);
    }
    int[] fields = examples.features().fields();
    if (isPresent(to, fields, nonzeros)) {
      ints(to, fields, nonzeros);
    }
    to.putInt(block.rows().length);
    for (int[] of : block.rows()) {
      to.putInt(of.length);
      ints(to, of, of.length);
    }
    to.putInt(block.keys().length);
    for (NamedRows of : block.keys()) {
      to.putInt(of.isWhole() ? NONE : of.count()).putInt(of.count());
      if (!of.isWhole()) {
        longs(to, of.keys(), of.count());
        ints(to, of.ends(), Partitions.COUNT);
      }
    }
    return to.flip();
  }

  /** Decodes a block. */
  static DecodedBlock read(ByteBuffer from, InputFile file, Block block, Pass pass) {
    long bad = from.getLong();
    int records = from.getInt();
    float[] labels = floats(from, records);
    int[] starts = ints(from, records + 1);
    int weighted = from.getInt();
    float[] weights = weighted == NONE ? null : floats(from, weighted);
    int grouped = from.getInt();
    long[] groups = grouped == NONE ? null : longs(from, grouped);
    long[] keys = longs(from, from.getInt());
    int valued = from.getInt();
    float[] values = valued == NONE ? null : floats(from, valued);
    int fielded = from.getInt();
    int[] fields = fielded == NONE ? null : ints(from, fielded);
    int[][] rows = new int[from.getInt()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = ints(from, from.getInt());
    }
    NamedRows[] named = new NamedRows[from.getInt()];
    for (int i = 0; i < named.length; i++) {
      int listed = from.getInt();
      int count = from.getInt();
      named[i] =
          listed == NONE
              ? NamedRows.whole(count)
              : new NamedRows(longs(from, listed), count, ints(from, Partitions.COUNT));
    }
    SparseRows features = new SparseRows(starts, keys, values, fields);
    Examples examples = new Examples(records, labels, weights, features, groups, null);
    return new DecodedBlock(file, block, examples, bad, pass, rows, named);
  }

  /** Writes the count of an array that may be absent. */
  private static boolean isPresent(ByteBuffer to, Object array, int count) {
    to.putInt(array == null ? NONE : count);
    return array != null;
  }

  private static void floats(ByteBuffer to, float[] of, int count) {
    to.asFloatBuffer().put(of, 0, count);
    to.position(to.position() + Float.BYTES * count);
  }

  private static void ints(ByteBuffer to, int[] of, int count) {
    to.asIntBuffer().put(of, 0, count);
    to.position(to.position() + Integer.BYTES * count);
  }

  private static void longs(ByteBuffer to, long[] of, int count) {
    to.asLongBuffer().put(of, 0, count);
    to.position(to.position() + Long.BYTES * count);
  }

  private static float[] floats(ByteBuffer from, int count) {
    float[] of = new float[count];
    from.asFloatBuffer().get(of);
    from.position(from.position() + Float.BYTES * count);
    return of;
  }

  private static int[] ints(ByteBuffer from, int count) {
    int[] of = new int[count];
    from.asIntBuffer().get(of);
    from.position(from.position() + Integer.BYTES * count);
    return of;
  }

  private static long[] longs(ByteBuffer from, int count) {
    long[] of = new long[count];
    from.asLongBuffer().get(of);
    from.position(from.position() + Long.BYTES * count);
    return of;
  }
}
