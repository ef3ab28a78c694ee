package trainer.worker.run;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.apache.hadoop.fs.FileSystem;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.message.Reading;
import trainer.worker.cache.BlockSource;

/** Counts the input that a source reads. */
final class CountedSource implements BlockSource {
  /** The sum over the sources of a process. Thread-safe. */
  static final class Counter {
    private final LongAdder units = new LongAdder();
    private final LongAdder blocks = new LongAdder();
    private final LongAdder localBytes = new LongAdder();
    private final LongAdder remoteBytes = new LongAdder();

    Reading total() {
      return new Reading(units.sum(), blocks.sum(), localBytes.sum(), remoteBytes.sum());
    }
  }

  private final BlockSource source;
  private final Counter counter;

  CountedSource(BlockSource source, Counter counter) {
    this.source = source;
    this.counter = counter;
  }

  @Override
  public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
    ReadBytes before = ReadBytes.ofThisThread();
    source.read(
        file,
        block,
        (one, content) -> {
          counter.blocks.increment();
          blocks.accept(one, content);
        });
    ReadBytes after = ReadBytes.ofThisThread();
    counter.units.increment();
    counter.localBytes.add(after.local - before.local);
    counter.remoteBytes.add(after.remote - before.remote);
  }

  @Override
  public void close() {
    source.close();
  }

  /** The bytes that a thread has read, as the file systems count them. */
  private record ReadBytes(long local, long remote) {
    @SuppressWarnings("deprecation") // its successor does not count by thread
    static ReadBytes ofThisThread() {
      long local = 0;
      long all = 0;
      for (FileSystem.Statistics system : FileSystem.getAllStatistics()) {
        FileSystem.Statistics.StatisticsData read = system.getThreadStatistics();
        boolean isDisk = system.getScheme().equals("file");
        local += isDisk ? read.getBytesRead() : read.getBytesReadLocalHost();
        all += read.getBytesRead();
      }
      return new ReadBytes(local, all - local);
    }
  }
}
