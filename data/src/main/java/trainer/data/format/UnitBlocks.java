package trainer.data.format;

import java.util.function.Consumer;
import trainer.core.input.Block;

/**
 * The blocks of a unit: runs of its records. The last one has the rest.
 *
 * <p>Blocks do not cross units, so records in other units make other blocks. With units of a
 * multiple of the block's records, all files of the same records give the same blocks.
 *
 * @param offset of the unit in its file
 * @param length of the unit
 * @param records of the unit
 * @param size records of a block
 */
public record UnitBlocks(long offset, long length, long records, int size) {
  /** Reports the unit and its blocks. */
  public void report(BlockSink sink) {
    sink.unit();
    for (long skip = 0; skip < records; skip += size) {
      sink.block(offset, length, Math.min(size, records - skip), (int) skip);
    }
  }

  /**
   * Gives the blocks in order.
   *
   * @param any one of them, from whose number those of the others follow
   */
  public void forEach(Block any, Consumer<Block> blocks) {
    int number = any.number() - any.skip() / size;
    for (long skip = 0; skip < records; skip += size) {
      long count = Math.min(size, records - skip);
      blocks.accept(new Block(number++, offset, length, count, (int) skip));
    }
  }
}
