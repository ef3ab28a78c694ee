package trainer.appmaster.tracker;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;

/**
 * Blocks under which workers die. A death proves nothing: it may be chance, so it never costs a
 * block. When {@value #DEATHS_TOGETHER} workers die in one share, its blocks are computed one at a
 * time by workers that do nothing else; a block that comes through is acquitted, and one under
 * which {@value #DEATHS_ALONE} more die, one after another, fails the job.
 */
final class Suspects {
  /** Deaths in one share after which its blocks are suspected. */
  static final int DEATHS_TOGETHER = 3;

  /** Deaths under one block alone that fail the job. */
  static final int DEATHS_ALONE = 3;

  private final Lifecycle lifecycle;
  private final BlockIndex index;
  private final Set<Integer> blocks = new HashSet<>();
  private final Map<Integer, Integer> deathsAlone = new HashMap<>();

  Suspects(Lifecycle lifecycle, BlockIndex index) {
    this.lifecycle = lifecycle;
    this.index = index;
  }

  boolean contains(int block) {
    return blocks.contains(block);
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  /**
   * A worker died with this share as its oldest.
   *
   * @return whether the share has to be cut anew, each block alone
   */
  boolean diedIn(Share share, Member worker, String how) {
    if (share.isAlone()) {
      int block = share.blocks()[0];
      if (deathsAlone.merge(block, 1, Integer::sum) >= DEATHS_ALONE) {
        lifecycle.fail(
            new Failure(
                FailureKind.BLOCK_KILLS_WORKERS,
                DEATHS_ALONE
                    + " workers died one after another while each computed this block"
                    + " alone; the last was "
                    + worker.named()
                    + ": "
                    + how,
                where(index, block),
                "look into that worker's log, and at the records there"));
      }
      return false;
    }
    if (share.death() < DEATHS_TOGETHER) {
      return false;
    }
    for (int block : share.blocks()) {
      blocks.add(block);
    }
    return true;
  }

  /** The block was computed: it kills nobody. */
  void acquit(int block) {
    blocks.remove(block);
    deathsAlone.remove(block);
  }

  /** {@code block 17 of hdfs://…/part-3 at offset 4096}. */
  static String where(BlockIndex index, int number) {
    Block block = index.block(number);
    return "block "
        + number
        + " of "
        + index.fileOf(number).path()
        + " at offset "
        + block.offset();
  }
}
