package trainer.worker.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Moments;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.worker.api.WorkerEvent;

/**
 * The threads that read blocks to find the moments of columns. All threads work on each task; the
 * sums are exact, so their division does not matter. Thread-safe.
 */
public final class ColumnMeasurer implements AutoCloseable {
  /** One block to read. */
  private record Place(InputFile file, Block block) {}

  private final int threads;
  private final int columns;
  private final Function<List<MomentSums>, BlockSource> sources;
  private final Consumer<WorkerEvent> results;
  private final Consumer<Throwable> fatal;
  private final ExecutorService pool;

  /**
   * @param columns the number of columns that are standardised
   * @param sources opens a source whose records are added to these sums
   * @param results receives the answers
   * @param fatal receives an impossible failure, which ends the process
   */
  public ColumnMeasurer(
      int threads,
      int columns,
      Function<List<MomentSums>, BlockSource> sources,
      Consumer<WorkerEvent> results,
      Consumer<Throwable> fatal) {
    this.threads = threads;
    this.columns = columns;
    this.sources = sources;
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
    List<Place> places =
        blocks.stream()
            .flatMap(file -> file.blocks().stream().map(one -> new Place(file.file(), one)))
            .toList();
    Running running = new Running(task, places);
    for (int i = 0; i < threads; i++) {
      pool.execute(running);
    }
  }

  /** A task in the hands of all threads. The last of them to finish reports it. */
  private final class Running implements Runnable {
    private final int task;
    private final List<Place> places;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger(threads);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final List<Moments> sums = new ArrayList<>();

    Running(int task, List<Place> places) {
      this.task = task;
      this.places = places;
      for (int i = 0; i < columns; i++) {
        sums.add(Moments.NONE);
      }
    }

    @Override
    public void run() {
      try {
        add(readPart());
      } catch (FailureException e) {
        failure.compareAndSet(null, e.failure());
      } catch (RuntimeException | Error e) {
        fatal.accept(e);
      }
      if (open.decrementAndGet() == 0) {
        report();
      }
    }

    private List<MomentSums> readPart() {
      List<MomentSums> own = Stream.generate(MomentSums::new).limit(columns).toList();
      try (BlockSource source = sources.apply(own)) {
        int place = next.getAndIncrement();
        while (place < places.size() && failure.get() == null) {
          source.read(places.get(place).file(), places.get(place).block());
          place = next.getAndIncrement();
        }
      }
      return own;
    }

    private synchronized void add(List<MomentSums> part) {
      IntStream.range(0, columns)
          .forEach(i -> sums.set(i, sums.get(i).plus(part.get(i).moments())));
    }

    private synchronized void report() {
      Failure failed = failure.get();
      results.accept(
          failed == null
              ? new WorkerEvent.Measured(task, List.copyOf(sums))
              : new WorkerEvent.NotMeasured(task, failed));
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
