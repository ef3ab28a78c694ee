package trainer.worker.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;

/**
 * Decoded blocks up to a budget of bytes, and on the disk what does not fit, where there is a
 * {@link BlockSpill}.
 *
 * <p>Epochs go over the same blocks again and again, each in an order of its own. To make room for
 * each by dropping the one used longest ago would drop most of them shortly before they are wanted:
 * of twice the budget a sixth would be found and not half. So what is kept stays, and a new block
 * is kept if there is room. One that was not asked for in twice the longest time that any took to
 * be asked for again has gone to another worker, and makes room. Time is counted in blocks asked
 * for.
 *
 * <p>Thread-safe: the lock is never held while calling out.
 */
public final class BlockCache {
  private static final int STALE = 2;

  private final long budget;
  private final BlockSpill spill;
  private final Map<BlockSpill.Key, Kept> blocks = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;
  private long asked;
  private long longest;

  private static final class Kept {
    private final DecodedBlock block;
    private long usedAt;

    Kept(DecodedBlock block, long usedAt) {
      this.block = block;
      this.usedAt = usedAt;
    }
  }

  /**
   * @param budget bytes in memory
   * @param spill takes what does not fit
   */
  public BlockCache(long budget, BlockSpill spill) {
    this.budget = budget;
    this.spill = spill;
  }

  /** Whether the block is in memory. */
  public synchronized boolean has(InputFile file, Block block) {
    return blocks.containsKey(new BlockSpill.Key(file, block));
  }

  /** The block, if it is in memory, or null. */
  public synchronized DecodedBlock get(InputFile file, Block block) {
    asked++;
    Kept kept = blocks.get(new BlockSpill.Key(file, block));
    if (kept == null) {
      return null;
    }
    longest = Math.max(longest, asked - kept.usedAt);
    kept.usedAt = asked;
    return kept.block;
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
    Kept before = blocks.remove(key);
    bytes -= before == null ? 0 : before.block.bytes();
    long size = decoded.bytes();
    var eldest = blocks.values().iterator();
    while (bytes + size > budget && eldest.hasNext()) {
      Kept kept = eldest.next();
      if (longest == 0 || asked - kept.usedAt <= STALE * longest) {
        break;
      }
      bytes -= kept.block.bytes();
      eldest.remove();
    }
    if (bytes + size > budget) {
      return false;
    }
    blocks.put(key, new Kept(decoded, asked));
    bytes += size;
    return true;
  }

  /** Bytes kept in memory. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Blocks kept in memory. */
  public synchronized int size() {
    return blocks.size();
  }
}
