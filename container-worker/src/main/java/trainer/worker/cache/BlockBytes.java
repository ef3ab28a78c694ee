package trainer.worker.cache;

import java.nio.ByteBuffer;
import trainer.core.input.Block;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.table.Partitions;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.NamedRows;
import trainer.learning.spi.Pass;

/**
 * The encoding of a decoded block as bytes, for the process that wrote them: counts, then the used
 * part of the arrays. A count of −1 stands for an absent array.
 */
final class BlockBytes {
  private static final int NONE = -1;

  private BlockBytes() {}

  /** The length of the encoding in bytes. */
  static long length(DecodedBlock block) {
    Examples examples = block.examples();
    long nonzeros = examples.nonzeros();
    long length = 8 + 4 + 4L * examples.records() + 4L * (examples.records() + 1);
    length += 4 + 8 * nonzeros + 4 + (examples.values() == null ? 0 : 4 * nonzeros);
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
    to.putInt(nonzeros);
    longs(to, examples.keys(), nonzeros);
    to.putInt(examples.values() == null ? NONE : nonzeros);
    if (examples.values() != null) {
      floats(to, examples.values(), nonzeros);
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
    long[] keys = longs(from, from.getInt());
    int valued = from.getInt();
    float[] values = valued == NONE ? null : floats(from, valued);
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
    Examples examples = new Examples(records, labels, starts, keys, values);
    return new DecodedBlock(file, block, examples, bad, pass, rows, named);
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
