package trainer.worker.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.spi.Pass;
import trainer.worker.compute.Passes;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.Progress;
import trainer.worker.compute.ShareKeys;

/**
 * The threads that prepare work: they read and decode its blocks (or find them in the cache), one
 * block a thread, and the last one sorts the union of their keys. Work is taken in the order it was
 * given. Memory is bounded by the cache and by the little work that is under way.
 *
 * <p>{@link #prepare} and {@link #stop} may be called by any thread; the listener is called by the
 * threads of this class.
 */
public final class ReadAhead implements AutoCloseable {
  /** Told how the preparation of a piece of work went, unless it was stopped. */
  public interface Listener {
    void prepared(long work, PreparedShare share);

    void failed(long work, int block, Failure failure);

    /** A block that was just read has broken records; told for {@link #prepared} work or not. */
    void broken(InputFile file, Block block, BadRecords bad);
  }

  private final BlockCache cache;
  private final Passes passes;
  private final List<TableSpec> tables;
  private final Listener listener;
  private final BlockingQueue<Reading> queue = new LinkedBlockingQueue<>();
  private final Map<Long, Preparing> underWay = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Progress progress = new Progress();

  /** One block to be read for a piece of work; {@code place} is −1 for work without blocks. */
  private record Reading(Preparing of, int place, InputFile file, Block block) {}

  /** A piece of work whose blocks arrive one by one. */
  private static final class Preparing {
    final long work;
    final Pass pass;
    final DecodedBlock[] blocks;
    final AtomicInteger missing;
    volatile boolean stopped;

    Preparing(long work, Pass pass, int count) {
      this.work = work;
      this.pass = pass;
      this.blocks = new DecodedBlock[count];
      this.missing = new AtomicInteger(count);
    }
  }

  /**
   * @param sources called once by each thread
   * @param fatal told of what must not happen; it ends the process
   */
  public ReadAhead(
      int threads,
      Supplier<BlockSource> sources,
      BlockCache cache,
      Passes passes,
      List<TableSpec> tables,
      Listener listener,
      Consumer<Throwable> fatal) {
    this.cache = cache;
    this.passes = passes;
    this.tables = List.copyOf(tables);
    this.listener = listener;
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> loop(sources), "reader-" + i);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
      this.threads.add(thread);
      thread.start();
    }
  }

  /**
   * Prepares a piece of work.
   *
   * @param phase as {@link Passes#of} takes it
   */
  public void prepare(long work, int phase, List<FileBlocks> files) {
    int count = files.stream().mapToInt(file -> file.blocks().size()).sum();
    Preparing preparing = new Preparing(work, passes.of(phase), count);
    underWay.put(work, preparing);
    if (count == 0) {
      queue.add(new Reading(preparing, -1, null, null));
    }
    int place = 0;
    for (FileBlocks of : files) {
      for (Block block : of.blocks()) {
        queue.add(new Reading(preparing, place++, of.file(), block));
      }
    }
  }

  /** The work is void: its unread blocks are left alone, and nothing is reported. */
  public void stop(long work) {
    Preparing preparing = underWay.remove(work);
    if (preparing != null) {
      preparing.stopped = true;
    }
  }

  /** Which blocks the model's code is at; waiting for a storage is not in it. */
  public Progress progress() {
    return progress;
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }

  private void loop(Supplier<BlockSource> sources) {
    LocalRows rows = new LocalRows(tables);
    ShareKeys keys = new ShareKeys(tables);
    try (BlockSource source = sources.get()) {
      while (true) {
        Reading reading = queue.take();
        if (!reading.of.stopped) {
          read(reading, source, rows, keys);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(Reading reading, BlockSource source, LocalRows rows, ShareKeys keys) {
    Preparing of = reading.of;
    try {
      if (reading.place >= 0) {
        of.blocks[reading.place] = decoded(reading, source, rows);
      }
    } catch (FailureException e) {
      if (underWay.remove(of.work, of)) {
        of.stopped = true;
        listener.failed(of.work, reading.block.number(), e.failure());
      }
      return;
    }
    boolean last = reading.place < 0 || of.missing.decrementAndGet() == 0;
    if (last && underWay.remove(of.work, of)) {
      prepare(of, keys);
    }
  }

  private void prepare(Preparing of, ShareKeys keys) {
    PreparedShare share;
    try {
      share = keys.prepare(Arrays.asList(of.blocks));
    } catch (FailureException e) {
      listener.failed(of.work, of.blocks[0].block().number(), e.failure());
      return;
    }
    listener.prepared(of.work, share);
  }

  /** From the cache where it can be; one that was numbered for another pass is numbered anew. */
  private DecodedBlock decoded(Reading reading, BlockSource source, LocalRows rows) {
    InputFile file = reading.file;
    Block block = reading.block;
    DecodedBlock kept = cache.get(file, block);
    if (kept != null && kept.pass() == reading.of.pass) {
      return kept;
    }
    BlockContent content = kept == null ? read(file, block, source) : null;
    progress.begin(block.number());
    try {
      DecodedBlock decoded =
          kept == null
              ? DecodedBlock.of(file, block, content, reading.of.pass, rows)
              : kept.numberedFor(reading.of.pass, rows);
      cache.put(decoded);
      return decoded;
    } finally {
      progress.end();
    }
  }

  private BlockContent read(InputFile file, Block block, BlockSource source) {
    BlockContent content = source.read(file, block);
    if (content.bad().count() > 0) {
      listener.broken(file, block, content.bad());
    }
    return content;
  }
}
