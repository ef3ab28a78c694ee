package trainer.data.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.data.file.InputLister;
import trainer.data.file.PartitionFilter;
import trainer.data.file.PinnedFile;
import trainer.data.file.PlannedTables;
import trainer.data.file.StorageFailures;
import trainer.data.format.FormatChoice;

/** Lists the files of an input and cuts them into blocks. Thread-safe. */
public final class InputIndexer {
  private static final int MOST_THREADS = 16;

  private final Configuration hadoop;
  private final FormatChoice formats;
  private final PartitionFilter filter;
  private final PlannedTables planned;
  private final int mostBad;

  /**
   * An indexer for one job's settings.
   *
   * @param settings {@code trainer.input.*}, {@code trainer.block.records} and {@code
   *     trainer.text.block-bytes} are used
   */
  public InputIndexer(Configuration hadoop, Settings settings) {
    this.hadoop = hadoop;
    this.formats = new FormatChoice(hadoop, settings);
    this.filter = PartitionFilter.of(settings);
    this.planned = PlannedTables.of(settings);
    this.mostBad = settings.get(Keys.INPUT_MAX_BAD_RECORDS);
  }

  /**
   * The blocks of all files that {@code inputs} names, from headers alone, in parallel over files.
   *
   * @param inputs files, folders and globs, separated by commas: the value of {@code trainer.input}
   *     or {@code trainer.validation.input}
   * @throws FailureException as {@link InputLister#list}; INPUT_BAD_FILE, INPUT_TRUNCATED,
   *     INPUT_CORRUPT; of several, the one of the first file in canonical order
   */
  public InputIndex index(String inputs) {
    return index(inputs, filter);
  }

  /** The same of held-out data, all of whose partitions are taken. */
  public InputIndex indexHeldOut(String inputs) {
    return index(inputs, PartitionFilter.ALL);
  }

  private InputIndex index(String inputs, PartitionFilter partitions) {
    List<InputFile> files = new InputLister(hadoop, partitions, planned).list(inputs).files();
    BlockIndex.Builder index = new BlockIndex.Builder();
    long records = 0;
    BadRecords bad = BadRecords.NONE;
    long bytes = files.stream().mapToLong(InputFile::length).sum();
    List<BlockList> cuts = cutAll(files, formats.ofInput(bytes));
    for (int i = 0; i < files.size(); i++) {
      long ofFile = cuts.get(i).addTo(index.file(files.get(i)));
      records = records < 0 || ofFile < 0 ? -1 : records + ofFile;
      bad = bad.and(cuts.get(i).bad());
    }
    if (bad.count() > mostBad) {
      throw bad.moreThan(mostBad).toException();
    }
    BlockIndex blocks = index.build();
    if (blocks.size() == 0) {
      throw empty(inputs, files.size());
    }
    return new InputIndex(blocks, InputDigest.of(files), records, bad);
  }

  /** The failure of an input without a record. */
  static FailureException empty(String inputs, int files) {
    return new FailureException(
        FailureKind.INPUT_EMPTY,
        "the input holds no record",
        inputs + (files == 1 ? " (1 file)" : " (" + files + " files)"),
        "check the path");
  }

  private List<BlockList> cutAll(List<InputFile> files, FormatChoice formats) {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(MOST_THREADS, files.size())), InputIndexer::daemon);
    try {
      List<Future<BlockList>> running = new ArrayList<>();
      for (InputFile file : files) {
        running.add(pool.submit(() -> cut(file, formats)));
      }
      List<BlockList> cuts = new ArrayList<>();
      for (int i = 0; i < files.size(); i++) {
        cuts.add(await(running.get(i), files.get(i)));
      }
      return cuts;
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "input-index");
    thread.setDaemon(true);
    return thread;
  }

  private BlockList cut(InputFile file, FormatChoice formats) throws IOException {
    try (PinnedFile open = PinnedFile.openListed(hadoop, file)) {
      BlockList blocks = new BlockList(mostBad);
      formats.cut(open, blocks);
      blocks.setHosts(FileHosts.of(hadoop, file, blocks.middles()));
      return blocks;
    }
  }

  private static BlockList await(Future<BlockList> cut, InputFile file) {
    try {
      return cut.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw StorageFailures.of(
          cause instanceof Exception known ? known : e, file.path(), FailureKind.INPUT_GONE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(
          FailureKind.INTERRUPTED, "stopped while the input was indexed", file.path(), "");
    }
  }
}
