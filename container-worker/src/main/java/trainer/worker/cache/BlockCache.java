package trainer.worker.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;

/**
 * Decoded blocks up to a budget of bytes; the one used longest ago goes first. A block larger than
 * the budget is not kept.
 *
 * <p>Thread-safe: a leaf class whose lock is never held while calling out.
 */
public final class BlockCache {
  private final long budget;
  private final Map<Key, DecodedBlock> blocks = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  private record Key(InputFile file, Block block) {}

  /**
   * @param budget bytes
   */
  public BlockCache(long budget) {
    this.budget = budget;
  }

  /** The block, or null. */
  public synchronized DecodedBlock get(InputFile file, Block block) {
    return blocks.get(new Key(file, block));
  }

  /** Keeps the block as long as there is room. */
  public synchronized void put(DecodedBlock decoded) {
    long size = decoded.bytes();
    if (size > budget) {
      return;
    }
    DecodedBlock before = blocks.put(new Key(decoded.file(), decoded.block()), decoded);
    bytes += size - (before == null ? 0 : before.bytes());
    Iterator<DecodedBlock> oldest = blocks.values().iterator();
    while (bytes > budget) {
      bytes -= oldest.next().bytes();
      oldest.remove();
    }
  }

  /** Bytes kept. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Blocks kept. */
  public synchronized int size() {
    return blocks.size();
  }
}
