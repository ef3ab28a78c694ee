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
import trainer.worker.compute.BlockProgress;
import trainer.worker.compute.Passes;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.ShareKeys;

/**
 * The threads that prepare work, one block a thread. Readers read blocks that are not in the cache
 * from the storage; decoders decode them. The decoder of a work item's last block sorts the union
 * of its keys.
 *
 * <p>Work is taken in submission order, except that work in memory does not wait for a storage. The
 * cache and the small amount of work in progress bound the memory.
 *
 * <p>{@link #prepare} and {@link #stop} are thread-safe. The threads of this class call the
 * listener.
 */
public final class ReadAhead implements AutoCloseable {
  /** A listener for the result of a preparation, unless it was stopped. */
  public interface Listener {
    void onPrepared(long work, PreparedShare share);

    /** The number of a prepared share is retired. */
    void onRetired(long share);

    void onFailed(long work, int block, Failure failure);

    /** A block with broken records was read, even if its work is stopped. */
    void onBroken(InputFile file, Block block, BadRecords bad);
  }

  private final BlockCache cache;
  private final OpenUnits units;
  private final ShareCache shares;
  private final Passes passes;
  private final List<TableSpec> tables;
  private final Listener listener;
  private final BlockingQueue<Reading> unread = new LinkedBlockingQueue<>();
  private final BlockingQueue<Reading> read = new LinkedBlockingQueue<>();
  private final Map<Long, Preparing> underWay = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private final BlockProgress progress = new BlockProgress();

  /**
   * One block of a work item.
   *
   * @param place −1 for work without blocks
   * @param content its records; null until they are read, or if the cache probably has them
   * @param back the block as it was read back from the disk, or null
   */
  private record Reading(
      Preparing of,
      int place,
      InputFile file,
      Block block,
      BlockContent content,
      DecodedBlock back) {
    Reading(Preparing of, int place, InputFile file, Block block) {
      this(of, place, file, block, null, null);
    }

    private Reading with(BlockContent records) {
      return new Reading(of, place, file, block, records, null);
    }

    private Reading with(DecodedBlock decoded) {
      return new Reading(of, place, file, block, null, decoded);
    }
  }

  /** A work item whose blocks arrive one by one. */
  private static final class Preparing {
    final long work;
    final Pass pass;

    /** Whether the same blocks are used together again by the same pass. */
    final boolean repeated;

    /** Whether its blocks are read again. */
    final boolean readAgain;

    final List<BlockSpill.Key> keys;
    final DecodedBlock[] blocks;
    final AtomicInteger missing;
    volatile boolean stopped;

    Preparing(long work, Passes passes, int phase, List<BlockSpill.Key> keys) {
      this.work = work;
      this.pass = passes.of(phase);
      this.repeated = passes.isRepeated(phase);
      this.readAgain = passes.isReadAgain(phase);
      this.keys = keys;
      this.blocks = new DecodedBlock[keys.size()];
      this.missing = new AtomicInteger(keys.size());
    }
  }

  /**
   * @param threads the number of readers, and of decoders
   * @param sources called once by each reader
   * @param units holds blocks that come with others
   * @param fatal receives an impossible failure, which ends the process
   */
  public ReadAhead(
      int threads,
      Supplier<BlockSource> sources,
      BlockCache cache,
      OpenUnits units,
      ShareCache shares,
      Passes passes,
      List<TableSpec> tables,
      Listener listener,
      Consumer<Throwable> fatal) {
    this.cache = cache;
    this.units = units;
    this.shares = shares;
    this.passes = passes;
    this.tables = List.copyOf(tables);
    this.listener = listener;
    for (int i = 0; i < threads; i++) {
      start(new Thread(() -> readAll(sources), "reader-" + i), fatal);
      start(new Thread(this::decodeAll, "decoder-" + i), fatal);
    }
  }

  private void start(Thread thread, Consumer<Throwable> fatal) {
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((dead, cause) -> fatal.accept(cause));
    threads.add(thread);
    thread.start();
  }

  /**
   * Prepares a work item.
   *
   * @param phase as {@link Passes#of} takes it
   */
  public void prepare(long work, int phase, List<FileBlocks> files) {
    List<BlockSpill.Key> keys = new ArrayList<>();
    files.forEach(of -> of.blocks().forEach(b -> keys.add(new BlockSpill.Key(of.file(), b))));
    Preparing preparing = new Preparing(work, passes, phase, List.copyOf(keys));
    if (preparing.repeated && isKnown(preparing)) {
      return;
    }
    underWay.put(work, preparing);
    if (keys.isEmpty()) {
      read.add(new Reading(preparing, -1, null, null));
    }
    int place = 0;
    for (BlockSpill.Key key : keys) {
      BlockingQueue<Reading> queue = cache.has(key.file(), key.block()) ? read : unread;
      queue.add(new Reading(preparing, place++, key.file(), key.block()));
    }
  }

  /** Whether the work is prepared at once, because everything is in memory. */
  private boolean isKnown(Preparing preparing) {
    List<DecodedBlock> blocks = cache.getAll(preparing.keys);
    if (blocks == null || !blocks.stream().allMatch(block -> block.pass() == preparing.pass)) {
      return false;
    }
    PreparedShare known = shares.find(preparing.pass, preparing.keys, blocks);
    if (known == null) {
      return false;
    }
    listener.onPrepared(preparing.work, known);
    return true;
  }

  /** Stops void work: its unread blocks are skipped, and nothing is reported. */
  public void stop(long work) {
    Preparing preparing = underWay.remove(work);
    if (preparing != null) {
      preparing.stopped = true;
    }
  }

  /** The blocks that the model's code works on; waiting for a storage is excluded. */
  public BlockProgress progress() {
    return progress;
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }

  private void readAll(Supplier<BlockSource> sources) {
    LocalRows rows = new LocalRows(tables);
    try (BlockSource source = sources.get()) {
      while (true) {
        Reading reading = unread.take();
        if (!reading.of.stopped) {
          read(reading, source, rows);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(Reading reading, BlockSource source, LocalRows rows)
      throws InterruptedException {
    if (cache.has(reading.file, reading.block)) {
      read.add(reading); // earlier work has read it
      return;
    }
    DecodedBlock back = cache.readBack(reading.file, reading.block);
    if (back != null) {
      read.add(reading.with(back));
      return;
    }
    DecodedBlock ready = units.takeOrClaim(reading.file, reading.block);
    if (ready != null) {
      if (reading.of.readAgain) {
        cache.put(ready);
      }
      read.add(reading.with(ready));
      return;
    }
    try {
      source.read(
          reading.file, reading.block, (block, content) -> onRead(reading, block, content, rows));
    } catch (FailureException e) {
      failed(reading, e);
    } finally {
      units.decoded(reading.file, reading.block);
    }
  }

  private void onRead(Reading reading, Block block, BlockContent content, LocalRows rows) {
    if (content.bad().count() > 0) {
      listener.onBroken(reading.file, block, content.bad());
    }
    if (block.equals(reading.block)) {
      read.add(reading.with(content));
    } else if (!cache.has(reading.file, block)) {
      hold(reading, block, content, rows);
    }
  }

  /** Holds another block of the unit until its work asks for it. */
  private void hold(Reading reading, Block block, BlockContent content, LocalRows rows) {
    progress.begin(block.number());
    try {
      units.put(DecodedBlock.of(reading.file, block, content, reading.of.pass, rows));
    } catch (FailureException e) {
      // The model's code failed. The work of that block reads it again, and reports it.
    } finally {
      progress.end();
    }
  }

  private void failed(Reading reading, FailureException e) {
    Preparing of = reading.of;
    if (underWay.remove(of.work, of)) {
      of.stopped = true;
      listener.onFailed(of.work, reading.block.number(), e.failure());
    }
  }

  private void decodeAll() {
    LocalRows rows = new LocalRows(tables);
    ShareKeys keys = new ShareKeys(tables);
    try {
      while (true) {
        Reading reading = read.take();
        if (!reading.of.stopped) {
          decode(reading, rows, keys);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void decode(Reading reading, LocalRows rows, ShareKeys keys) {
    Preparing of = reading.of;
    if (reading.place >= 0) {
      try {
        DecodedBlock decoded = decoded(reading, rows);
        if (decoded == null) {
          unread.add(reading);
          return;
        }
        of.blocks[reading.place] = decoded;
      } catch (FailureException e) {
        failed(reading, e);
        return;
      }
    }
    boolean last = reading.place < 0 || of.missing.decrementAndGet() == 0;
    if (last && underWay.remove(of.work, of)) {
      prepare(of, keys);
    }
  }

  private void prepare(Preparing of, ShareKeys keys) {
    PreparedShare share;
    try {
      share = prepared(of, keys);
    } catch (FailureException e) {
      listener.onFailed(of.work, of.blocks[0].block().number(), e.failure());
      return;
    }
    listener.onPrepared(of.work, share);
  }

  private PreparedShare prepared(Preparing of, ShareKeys keys) {
    List<DecodedBlock> blocks = Arrays.asList(of.blocks);
    if (!of.repeated) {
      return keys.prepare(blocks);
    }
    PreparedShare known = shares.find(of.pass, of.keys, blocks);
    if (known != null) {
      return known;
    }
    List<Long> retired = new ArrayList<>();
    PreparedShare kept = shares.keep(of.pass, of.keys, keys.prepare(blocks), retired);
    retired.forEach(listener::onRetired);
    return kept;
  }

  /**
   * Gets the block from the cache if possible. A block that was numbered for another pass is
   * numbered again.
   *
   * @return null if it is no longer in the cache
   */
  private DecodedBlock decoded(Reading reading, LocalRows rows) {
    InputFile file = reading.file;
    Block block = reading.block;
    DecodedBlock inMemory = cache.get(file, block);
    DecodedBlock kept = inMemory == null ? reading.back : inMemory;
    if (kept != null && kept.pass() == reading.of.pass) {
      return kept;
    }
    if (kept == null && reading.content == null) {
      return null;
    }
    progress.begin(block.number());
    try {
      DecodedBlock decoded =
          kept == null
              ? DecodedBlock.of(file, block, reading.content, reading.of.pass, rows)
              : kept.numberedFor(reading.of.pass, rows);
      if (reading.of.readAgain) {
        cache.put(decoded);
      }
      return decoded;
    } finally {
      progress.end();
    }
  }
}
