package trainer.worker.cache;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Moments;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.data.file.StorageFailures;
import trainer.worker.api.WorkerEvent;

/**
 * The threads that read blocks to find the moments of columns. All threads work on each task; the
 * sums are exact, so their division does not matter. Thread-safe.
 */
public final class ColumnMeasurer implements AutoCloseable {
  /** Blocks of one file at one offset, which may be parts of a unit. */
  private record Run(InputFile file, List<Block> blocks) {}

  private final int threads;
  private final int columns;
  private final Function<List<MomentSums>, BlockSource> sources;
  private final RetryPolicy patience;
  private final Consumer<WorkerEvent> results;
  private final Consumer<Throwable> fatal;
  private final ExecutorService pool;

  /**
   * @param columns the number of columns that are standardised
   * @param sources opens a source whose records are added to these sums
   * @param patience retries while the storage is unavailable
   * @param results receives the answers
   * @param fatal receives an impossible failure, which ends the process
   */
  public ColumnMeasurer(
      int threads,
      int columns,
      Function<List<MomentSums>, BlockSource> sources,
      RetryPolicy patience,
      Consumer<WorkerEvent> results,
      Consumer<Throwable> fatal) {
    this.threads = threads;
    this.columns = columns;
    this.sources = sources;
    this.patience = patience;
    this.results = results;
    this.fatal = fatal;
    this.pool =
        Executors.newFixedThreadPool(
            threads,
            work -> {
              Thread thread = new Thread(work, "measure");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Reads the blocks of a task; its result is {@code Measured} or {@code NotMeasured}. */
  public void measure(int task, List<FileBlocks> blocks) {
    Running running = new Running(task, runs(blocks));
    for (int i = 0; i < threads; i++) {
      pool.execute(running);
    }
  }

  private static List<Run> runs(List<FileBlocks> files) {
    List<Run> runs = new ArrayList<>();
    for (FileBlocks file : files) {
      Map<Long, List<Block>> byOffset = new LinkedHashMap<>();
      file.blocks()
          .forEach(
              block ->
                  byOffset.computeIfAbsent(block.offset(), at -> new ArrayList<>()).add(block));
      byOffset.values().forEach(run -> runs.add(new Run(file.file(), run)));
    }
    return runs;
  }

  /** A task in the hands of all threads. The last of them to finish reports it. */
  private final class Running implements Runnable {
    private final int task;
    private final List<Run> runs;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger(threads);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final List<Moments> sums = new ArrayList<>();

    Running(int task, List<Run> runs) {
      this.task = task;
      this.runs = runs;
      for (int i = 0; i < columns; i++) {
        sums.add(Moments.NONE);
      }
    }

    @Override
    public void run() {
      try {
        readPart();
      } catch (FailureException e) {
        failure.compareAndSet(null, e.failure());
      } catch (RuntimeException | Error e) {
        fatal.accept(e);
        return; // part of the sums is no answer
      }
      if (open.decrementAndGet() == 0) {
        report();
      }
    }

    private void readPart() {
      List<MomentSums> own = Stream.generate(MomentSums::new).limit(columns).toList();
      try (BlockSource source = sources.apply(own)) {
        int place = next.getAndIncrement();
        while (place < runs.size() && failure.get() == null) {
          read(runs.get(place), source, own);
          place = next.getAndIncrement();
        }
      }
    }

    private void read(Run run, BlockSource source, List<MomentSums> own) {
      List<Moments> ofRun;
      try {
        ofRun = patience.until("Reading " + run.file().path(), () -> readOnce(run, source, own));
      } catch (IOException e) {
        // The thread was interrupted, because the process ends.
        throw StorageFailures.of(e, run.file().path(), FailureKind.INPUT_GONE);
      }
      add(ofRun);
    }

    private synchronized void add(List<Moments> part) {
      IntStream.range(0, columns).forEach(i -> sums.set(i, sums.get(i).plus(part.get(i))));
    }

    private synchronized void report() {
      Failure failed = failure.get();
      results.accept(
          failed == null
              ? new WorkerEvent.Measured(task, List.copyOf(sums))
              : new WorkerEvent.NotMeasured(task, failed));
    }
  }

  /** The moments of a run. A block that fails within adds nothing of its records. */
  private static List<Moments> readOnce(Run run, BlockSource source, List<MomentSums> own) {
    List<Moments> sums = new ArrayList<>(Collections.nCopies(own.size(), Moments.NONE));
    Set<Block> given = new HashSet<>();
    for (Block block : run.blocks()) {
      if (!given.contains(block)) {
        own.forEach(MomentSums::clear);
        source.read(
            run.file(),
            block,
            (one, content) -> {
              given.add(one);
              boolean isRead = content.examples().records() > 0;
              for (int i = 0; isRead && i < own.size(); i++) {
                sums.set(i, sums.get(i).plus(own.get(i).moments()));
              }
              own.forEach(MomentSums::clear);
            });
      }
    }
    return sums;
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
