package trainer.worker.cache;

import java.util.List;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;

/**
 * A cache of decoded blocks up to a budget of bytes. Blocks that do not fit go to the disk, if
 * there is a {@link BlockSpill}. {@link Retention} selects the blocks to keep.
 *
 * <p>Thread-safe: the lock is never held while calling out.
 */
public final class BlockCache {
  private final BlockSpill spill;
  private final Retention<BlockSpill.Key, DecodedBlock> blocks;

  /**
   * @param budget bytes in memory
   * @param spill takes blocks that do not fit
   */
  public BlockCache(long budget, BlockSpill spill) {
    this.blocks = new Retention<>(budget);
    this.spill = spill;
  }

  /** Whether the block is in memory. */
  public synchronized boolean has(InputFile file, Block block) {
    return blocks.has(new BlockSpill.Key(file, block));
  }

  /** The block, if it is in memory, or null. */
  public synchronized DecodedBlock get(InputFile file, Block block) {
    return blocks.get(new BlockSpill.Key(file, block));
  }

  /** The blocks, if all of them are in memory, or null. */
  synchronized List<DecodedBlock> getAll(List<BlockSpill.Key> keys) {
    return keys.stream().allMatch(blocks::has) ? keys.stream().map(blocks::get).toList() : null;
  }

  /** The block, if it is on the disk, or null; it may wait for the disk. */
  public DecodedBlock readBack(InputFile file, Block block) {
    return spill.get(new BlockSpill.Key(file, block));
  }

  /** Keeps the block if there is room, in memory or else on the disk. */
  public void put(DecodedBlock decoded) {
    BlockSpill.Key key = new BlockSpill.Key(decoded.file(), decoded.block());
    if (!keeps(key, decoded)) {
      spill.put(key, decoded);
    }
  }

  private synchronized boolean keeps(BlockSpill.Key key, DecodedBlock decoded) {
    blocks.keep(key, decoded, decoded.bytes());
    return blocks.has(key);
  }

  /** Bytes kept in memory. */
  public synchronized long bytes() {
    return blocks.bytes();
  }

  /** Blocks kept in memory. */
  public synchronized int size() {
    return blocks.size();
  }
}
