package trainer.worker.output;

import java.util.function.Consumer;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.cache.BlockSource;

/** The blocks of tasks, read in the order of their numbers. Used by one thread. */
public final class TaskBlocks implements AutoCloseable {
  /** Takes the blocks of a task. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Takes the next block.
     *
     * @return records that the reader cannot take, beside those that the input's format rejects
     */
    BadRecords add(InputFile file, Block block, BlockContent content);
  }

  private final BlockSource source;
  private final Consumer<FromWorker.BadRecords> broken;

  /** The block that is read or worked on. */
  private int at = -1;

  /** The last block that was given to the reader. */
  private int last;

  /** The broken records of the task. */
  private long bad;

  /**
   * @param broken receives the broken records of each block that has some
   */
  public TaskBlocks(BlockSource source, Consumer<FromWorker.BadRecords> broken) {
    this.source = source;
    this.broken = broken;
  }

  /** Reads the blocks of a task. A unit that is decoded as a whole gives several at once. */
  public void read(ToWorker.Task task, Reader reader) {
    last = -1;
    bad = 0;
    for (FileBlocks of : task.blocks()) {
      for (Block block : of.blocks()) {
        at = block.number();
        if (at > last) {
          source.read(of.file(), block, (one, content) -> add(of.file(), one, content, reader));
        }
      }
    }
  }

  private void add(InputFile file, Block block, BlockContent content, Reader reader) {
    if (block.number() <= last) {
      throw new IllegalStateException("block " + block.number() + " comes after block " + last);
    }
    at = block.number();
    last = at;
    BadRecords all = content.bad().and(reader.add(file, block, content));
    if (all.count() > 0) {
      bad += all.count();
      broken.accept(
          new FromWorker.BadRecords(
              file.path(), block.offset(), block.skip(), all.count(), all.first()));
    }
  }

  /** The block that is read or worked on; the one that failed, after a failure. */
  public int at() {
    return at;
  }

  /** Sets the block that is worked on, where that is not the one that was read last. */
  public void workOn(int block) {
    at = block;
  }

  /** The broken records of the task so far. */
  public long bad() {
    return bad;
  }

  @Override
  public void close() {
    source.close();
  }
}
