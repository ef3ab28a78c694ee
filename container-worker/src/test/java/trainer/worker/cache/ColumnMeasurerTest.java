package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.container.files.RetryPolicy;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.MomentSums;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.worker.api.WorkerEvent;

class ColumnMeasurerTest {
  private static final InputFile FILE = new InputFile("file:/a", 100, 1);
  private static final List<FileBlocks> BLOCKS =
      List.of(
          new FileBlocks(
              FILE,
              IntStream.range(0, 50).mapToObj(i -> new Block(i, i / 5, 1, 1, i % 5)).toList()));

  private static final InputFile BUGGY = new InputFile("file:/b", 100, 1);

  private final BlockingQueue<WorkerEvent> results = new LinkedBlockingQueue<>();
  private final BlockingQueue<Throwable> fatal = new LinkedBlockingQueue<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  /** Blocks after which the storage fails. */
  private final AtomicInteger failures = new AtomicInteger();

  /** The five blocks of a block's unit. */
  private static List<Block> unit(Block block) {
    int first = block.number() / 5 * 5;
    return BLOCKS.get(0).blocks().subList(first, first + 5);
  }

  /** A block adds its number to one column, and a tenth of it to another. */
  private final class Source implements BlockSource {
    private final List<MomentSums> sums;
    private final int broken;

    Source(List<MomentSums> sums, int broken) {
      this.sums = sums;
      this.broken = broken;
      opened.incrementAndGet();
    }

    private static final BlockContent ONE_RECORD =
        new BlockContent(
            new Examples(1, new float[1], new int[2], new long[0], null), BadRecords.NONE);

    @Override
    public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
      if (block.number() == broken && file.equals(BUGGY)) {
        throw new IllegalStateException("a bug");
      }
      if (block.number() == broken) {
        throw new FailureException(FailureKind.INPUT_GONE, "gone", file.path(), "");
      }
      for (Block one : unit(block)) {
        sums.get(0).add(one.number());
        sums.get(1).add(one.number() / 10.0);
        blocks.accept(one, ONE_RECORD);
        if (failures.getAndDecrement() > 0) {
          throw new FailureException(FailureKind.STORAGE_FAILED, "away", file.path(), "");
        }
      }
    }

    @Override
    public void close() {
      closed.incrementAndGet();
    }
  }

  private ColumnMeasurer measurer(int threads, int broken) {
    return new ColumnMeasurer(
        threads,
        2,
        sums -> new Source(sums, broken),
        new RetryPolicy(Duration.ofMinutes(3), time -> {}),
        results::add,
        fatal::add);
  }

  private WorkerEvent result() throws InterruptedException {
    return results.poll(10, TimeUnit.SECONDS);
  }

  @Test
  void anyNumberOfThreadsGivesTheSameMoments() throws InterruptedException {
    MomentSums numbers = new MomentSums();
    MomentSums tenths = new MomentSums();
    IntStream.range(0, 50).forEach(i -> numbers.add(i));
    IntStream.range(0, 50).forEach(i -> tenths.add(i / 10.0));
    for (int threads : new int[] {1, 3, 8}) {
      try (ColumnMeasurer measurer = measurer(threads, -1)) {
        measurer.measure(7, BLOCKS);
        assertThat(result())
            .isEqualTo(new WorkerEvent.Measured(7, List.of(numbers.moments(), tenths.moments())));
      }
    }
    assertThat(results).as("one answer a task").isEmpty();
    assertThat(closed.get()).isEqualTo(opened.get());
  }

  @Test
  void blocksOfAFailedAttemptCountOnce() throws InterruptedException {
    MomentSums numbers = new MomentSums();
    IntStream.range(0, 50).forEach(i -> numbers.add(i));
    failures.set(7);
    try (ColumnMeasurer measurer = measurer(1, -1)) {
      measurer.measure(7, BLOCKS);
      assertThat(((WorkerEvent.Measured) result()).moments().get(0)).isEqualTo(numbers.moments());
    }
  }

  @Test
  void partOfATaskIsNoAnswer() throws InterruptedException {
    try (ColumnMeasurer measurer = measurer(2, 20)) {
      measurer.measure(3, List.of(new FileBlocks(BUGGY, BLOCKS.get(0).blocks())));
      assertThat(fatal.poll(10, TimeUnit.SECONDS)).hasMessage("a bug");
      measurer.measure(4, BLOCKS.subList(0, 0));
      assertThat(((WorkerEvent.Measured) result()).task()).isEqualTo(4);
      assertThat(results).isEmpty();
    }
  }

  @Test
  void aBlockThatCannotBeReadIsTheAnswer() throws InterruptedException {
    try (ColumnMeasurer measurer = measurer(2, 20)) {
      measurer.measure(3, BLOCKS);
      assertThat(result())
          .isInstanceOfSatisfying(
              WorkerEvent.NotMeasured.class,
              event -> {
                assertThat(event.task()).isEqualTo(3);
                assertThat(event.failure().kind()).isEqualTo(FailureKind.INPUT_GONE);
              });
      assertThat(fatal).isEmpty();
    }
  }
}
