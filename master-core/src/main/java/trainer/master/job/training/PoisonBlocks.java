package trainer.master.job.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.master.job.history.JobPlan;
import trainer.master.job.kernel.JobLifecycle;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;

/**
 * The blocks suspected of killing workers.
 *
 * <p>A death proves nothing: it may be chance, so it never costs a block. The share in which a
 * worker died is not known, because it computes one while another is on its way. So every undone
 * block that it held is counted.
 *
 * <ul>
 *   <li>A block that {@value JobPlan#DEATHS_TOGETHER} workers died with is computed alone, by
 *       workers that hold nothing else.
 *   <li>A block that is computed is acquitted.
 *   <li>A block under which {@code trainer.task.max-failures} workers die alone, one after another,
 *       fails the job.
 * </ul>
 */
public final class PoisonBlocks {
  private final JobLifecycle lifecycle;
  private final Membership members;
  private final BlockIndex index;
  private final int mostDeathsAlone;
  private final Set<Integer> blocks = new TreeSet<>();
  private final Map<Integer, List<Member>> deathsTogether = new HashMap<>();
  private final Map<Integer, Integer> deathsAlone = new HashMap<>();

  /**
   * @param mostDeathsAlone deaths under one block alone that fail the job
   */
  public PoisonBlocks(
      JobLifecycle lifecycle, Membership members, BlockIndex index, int mostDeathsAlone) {
    this.members = members;
    this.mostDeathsAlone = mostDeathsAlone;
    this.lifecycle = lifecycle;
    this.index = index;
  }

  public boolean contains(int block) {
    return blocks.contains(block);
  }

  public boolean isEmpty() {
    return blocks.isEmpty();
  }

  /**
   * A worker died that held these undone shares.
   *
   * @return whether new blocks are suspected, so that the open versions have to be cut again
   */
  public boolean diedWith(List<Share> held, Member worker, String how) {
    Set<Integer> together = new TreeSet<>();
    for (Share share : held) {
      if (share.isAlone()) {
        diedAlone(share.blocks()[0], worker, how);
      } else {
        Arrays.stream(share.blocks()).forEach(together::add);
      }
    }
    return diedTogether(together, worker);
  }

  /** Counts one death per block, even if the worker held it in several versions. */
  private boolean diedTogether(Set<Integer> held, Member worker) {
    boolean more = false;
    for (int block : held) {
      List<Member> died = deathsTogether.computeIfAbsent(block, of -> new ArrayList<>());
      died.add(worker);
      if (died.size() >= JobPlan.DEATHS_TOGETHER) {
        died.forEach(members::excuse); // the block is to blame rather than their nodes
        more |= blocks.add(block);
      }
    }
    return more;
  }

  private void diedAlone(int block, Member worker, String how) {
    members.excuse(worker);
    if (deathsAlone.merge(block, 1, Integer::sum) < mostDeathsAlone) {
      return;
    }
    lifecycle.fail(
        new Failure(
            FailureKind.BLOCK_KILLS_WORKERS,
            mostDeathsAlone
                + " workers died one after another while each computed this block alone; the last"
                + " was "
                + worker.named()
                + ": "
                + how,
            where(index, block),
            "look into that worker's log, and at the records there"));
  }

  /** Acquits blocks that were computed. */
  public void acquit(int[] computed) {
    for (int block : computed) {
      blocks.remove(block);
      deathsTogether.remove(block);
      deathsAlone.remove(block);
    }
  }

  /** The failure with its block named, if it is not yet. */
  public Failure named(Failure failure, int block) {
    return named(index, failure, block);
  }

  /** The failure with its block of this index named, if it is not yet. */
  public static Failure named(BlockIndex index, Failure failure, int block) {
    String where = failure.where();
    if (block >= 0 && block < index.size() && !where.contains(index.fileOf(block).path())) {
      where = where(index, block) + (where.isEmpty() ? "" : ", " + where);
    }
    return new Failure(failure.kind(), failure.what(), where, failure.advice());
  }

  /** The suspected blocks, in words. */
  public String named() {
    return blocks.size() == 1 ? "block " + blocks.iterator().next() : "blocks " + blocks;
  }

  /** {@code block 17 of hdfs://…/part-3 at offset 4096}. */
  public static String where(BlockIndex index, int number) {
    Block block = index.block(number);
    return "block "
        + number
        + " of "
        + index.fileOf(number).path()
        + " at offset "
        + block.offset();
  }
}
