package trainer.model.stored;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import trainer.model.container.ByteCursor;
import trainer.model.container.ContainerFile;
import trainer.model.container.DamagedBytesException;

/** Decodes the rows of one part file into tables, without an object a row. Used once. */
final class PartReader {
  private final List<ModelTable> specs;
  private final RowStore[] tables;
  private final float[][] row;
  private final byte[][] names;
  private int last;
  private long rows;

  PartReader(List<ModelTable> specs, RowStore[] tables) {
    this.specs = specs;
    this.tables = tables;
    this.names = new byte[specs.size()][];
    this.row = new float[specs.size()][];
    for (int t = 0; t < names.length; t++) {
      names[t] = specs.get(t).name().getBytes(UTF_8);
      row[t] = new float[specs.get(t).width()];
    }
  }

  /**
   * Adds all rows of a file.
   *
   * @param most the rows that the manifest has for it
   * @throws DamagedBytesException if it is damaged
   */
  void read(ContainerFile file, long most) throws IOException {
    for (ByteCursor block = file.nextBlock(); block != null; block = file.nextBlock()) {
      for (int i = 0; i < file.records(); i++) {
        if (rows++ == most) {
          throw new DamagedBytesException("the file has more than " + most + " rows");
        }
        decode(block);
      }
      if (block.remaining() > 0) {
        throw new DamagedBytesException("bytes follow a block's last row");
      }
    }
    if (rows != most) {
      throw new DamagedBytesException("the file has " + rows + " rows instead of " + most);
    }
  }

  private void decode(ByteCursor in) {
    long length = in.nextLong();
    int table = tableOf(in, in.skip(length));
    ModelTable spec = specs.get(table);
    long key = in.nextLong();
    if (spec.rows() > 0 && (key < 0 || key >= spec.rows())) {
      throw damaged(spec, "has key " + key + ", beyond its " + spec.rows());
    }
    int width = 0;
    for (int count = in.nextCount(); count != 0; count = in.nextCount()) {
      if (count > spec.width() - width) {
        throw damaged(spec, "is wider than " + spec.width());
      }
      for (int i = 0; i < count; i++) {
        row[table][width++] = Float.intBitsToFloat(in.nextFloatBits());
      }
    }
    if (width != spec.width()) {
      throw damaged(spec, "has width " + width);
    }
    tables[table].put(key, row[table]);
  }

  /** Names repeat from row to row, so the last one is tried first. */
  private int tableOf(ByteCursor in, int start) {
    for (int i = 0; i < names.length; i++) {
      int candidate = (last + i) % names.length;
      byte[] name = names[candidate];
      if (Arrays.equals(name, 0, name.length, in.array(), start, in.position())) {
        last = candidate;
        return candidate;
      }
    }
    throw new DamagedBytesException("a row is of a table that the model has not");
  }

  private static DamagedBytesException damaged(ModelTable table, String what) {
    return new DamagedBytesException("a row of " + table.name() + " " + what);
  }
}
