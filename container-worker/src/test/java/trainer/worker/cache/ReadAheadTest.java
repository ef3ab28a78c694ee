package trainer.worker.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;
import trainer.worker.api.WorkerAction;
import trainer.worker.compute.Passes;
import trainer.worker.compute.PreparedShare;

class ReadAheadTest {
  private static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);

  private final List<Integer> read = Collections.synchronizedList(new ArrayList<>());
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
  private final BlockingQueue<PreparedShare> prepared = new LinkedBlockingQueue<>();
  private final List<Long> retired = Collections.synchronizedList(new ArrayList<>());
  private ShareCache shares = new ShareCache(1 << 20, 1);
  private int epochs = 2;
  private int blocksOfAUnit = 1;
  private long inMemory = 1 << 20;
  @TempDir private Path folder;
  private BadRecords bad = BadRecords.NONE;
  private ReadAhead reading;

  @AfterEach
  void close() {
    reading.close();
  }

  private static Examples examples(Block block) {
    long[] keys = {block.number(), 100, 200};
    return new Examples(1, new float[] {1}, new int[] {0, 3}, keys, null);
  }

  private void start(int threads, long budget, BiFunction<InputFile, Block, Examples> reader) {
    Model model = new TwoPasses();
    List<TableSpec> tables = model.tables();
    BlockSource source =
        new BlockSource() {
          @Override
          public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
            read.add(block.number());
            for (Block one : unit(block)) {
              blocks.accept(one, new BlockContent(reader.apply(file, one), bad));
            }
          }

          @Override
          public void close() {}
        };
    ReadAhead.Listener listener =
        new ReadAhead.Listener() {
          @Override
          public void onPrepared(long work, PreparedShare share) {
            prepared.add(share);
            ended.add("prepared " + work);
          }

          @Override
          public void onRetired(long share) {
            retired.add(share);
          }

          @Override
          public void onFailed(long work, int block, Failure failure) {
            ended.add("failed " + work + " at block " + block + ": " + failure.kind());
          }

          @Override
          public void onBroken(InputFile file, Block block, BadRecords lost) {
            ended.add(lost.count() + " broken in block " + block.number());
          }
        };
    reading =
        new ReadAhead(
            threads,
            () -> source,
            new BlockCache(budget, BlockSpill.none()),
            new OpenUnits(inMemory, List.of(folder)),
            shares,
            new Passes(model, model.phases(epochs)),
            tables,
            listener,
            cause -> ended.add("fatal " + cause));
  }

  private List<FileBlocks> blocks(int... numbers) {
    List<Block> blocks = new ArrayList<>();
    for (int number : numbers) {
      blocks.add(block(number));
    }
    return List.of(new FileBlocks(FILE, blocks));
  }

  private Block block(int number) {
    int unit = number / blocksOfAUnit;
    return new Block(number, unit * 10L, 10, -1, number % blocksOfAUnit);
  }

  private List<Block> unit(Block block) {
    int first = block.number() / blocksOfAUnit * blocksOfAUnit;
    return IntStream.range(first, first + blocksOfAUnit).mapToObj(this::block).toList();
  }

  /** The keys of a prepared share, without those that all blocks have. */
  private static List<Integer> numbers(PreparedShare share) {
    return share.blocks().stream().map(b -> b.block().number()).toList();
  }

  @Test
  void aUnitIsReadOnceHoweverItsBlocksAreAskedFor() throws InterruptedException {
    for (long memory : new long[] {1 << 20, 0}) {
      for (int threads : new int[] {1, 3}) {
        inMemory = memory;
        epochs = 1;
        blocksOfAUnit = 6;
        read.clear();
        start(threads, 0, (file, block) -> examples(block));
        int[][] asked = {{0, 7, 3}, {9, 1}, {6, 2, 4}, {5, 8, 10, 11}};
        for (int i = 0; i < asked.length; i++) {
          reading.prepare(i, 0, blocks(asked[i]));
        }
        for (int i = 0; i < asked.length; i++) {
          assertThat(nextEnd()).startsWith("prepared");
        }
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < asked.length; i++) {
          all.addAll(numbers(prepared.take()));
        }
        assertThat(all).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(read).as(memory + " bytes, " + threads + " threads").hasSize(2);
        reading.close();
      }
    }
  }

  @Test
  void unitsAreKeptForLaterEpochs() throws InterruptedException {
    blocksOfAUnit = 4;
    start(1, 1 << 20, (file, block) -> examples(block));
    for (int epoch = 0; epoch < 3; epoch++) {
      reading.prepare(10L * epoch, 0, blocks(0, 2, 5));
      reading.prepare(10L * epoch + 1, 0, blocks(1, 3, 4, 6, 7));
      assertThat(nextEnd()).startsWith("prepared");
      assertThat(nextEnd()).startsWith("prepared");
    }
    assertThat(read).hasSize(2);
  }

  @Test
  void aBlockThatFailsLeavesItsUnitToOthers() {
    blocksOfAUnit = 3;
    epochs = 1;
    start(
        2,
        0,
        (file, block) -> {
          if (read.size() == 1) {
            throw new FailureException(FailureKind.INPUT_GONE, "gone", file.path(), "");
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(0));
    assertThat(nextEnd()).isEqualTo("failed 1 at block 0: INPUT_GONE");
    reading.prepare(2, 0, blocks(1, 2));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).hasSize(2);
  }

  private String nextEnd() {
    try {
      return ended.poll(120, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void blocksArriveInTheOrderOfTheWorkWhateverTheThreads() throws InterruptedException {
    start(4, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5, 7, 9));
    assertThat(nextEnd()).isEqualTo("prepared 1");
    PreparedShare share = prepared.take();
    assertThat(share.blocks()).extracting(b -> b.block().number()).containsExactly(3, 5, 7, 9);
    assertThat(share.layout().keys().keys()).contains(3, 5, 7, 9, 100, 200).hasSize(6);
  }

  @Test
  void aBlockInMemoryIsNotReadAgain() {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    nextEnd();
    reading.prepare(2, 0, blocks(5, 7));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).containsExactly(3, 5, 7);
  }

  @Test
  void aBlockInMemoryIsNumberedAnewForThePassOfAnotherPhase() throws InterruptedException {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).containsExactlyInAnyOrder(3, 100, 200);
    reading.prepare(2, 1, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).containsExactly(42);
    reading.prepare(3, WorkerAction.SCORING, blocks(3));
    assertThat(prepared.take().layout().keys().keys()).hasSize(3);
    assertThat(read).containsExactly(3);
  }

  @Test
  void aShareOfTheSameBlocksForTheSamePassIsKnownByItsNumber() throws InterruptedException {
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    PreparedShare first = prepared.take();
    assertThat(first.number()).isPositive();
    reading.prepare(2, 0, blocks(3, 5));
    assertThat(prepared).as("at once, all is in memory").hasSize(1);
    PreparedShare again = prepared.take();
    assertThat(again.number()).isEqualTo(first.number());
    assertThat(again.layout()).isSameAs(first.layout());
    assertThat(again.blocks()).isEqualTo(first.blocks());
    reading.prepare(3, 0, blocks(5, 3));
    assertThat(prepared.take().number()).isPositive().isNotEqualTo(first.number());
    reading.prepare(4, 1, blocks(3, 5));
    assertThat(prepared.take().number()).isPositive().isNotEqualTo(first.number());
    reading.prepare(5, WorkerAction.SCORING, blocks(3, 5));
    assertThat(prepared.take().number()).as("scored once").isZero();
    assertThat(retired).isEmpty();
  }

  @Test
  void aShareStaysKnownThoughItsBlocksAreReadAgain() throws InterruptedException {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    PreparedShare first = prepared.take();
    reading.prepare(2, 0, blocks(3, 5));
    PreparedShare again = prepared.take();
    assertThat(read).containsExactly(3, 5, 3, 5);
    assertThat(again.number()).isEqualTo(first.number());
    assertThat(again.layout()).isSameAs(first.layout());
  }

  @Test
  void nothingIsKeptOfWhatDoesNotComeAgain() throws InterruptedException {
    epochs = 1;
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3, 5));
    assertThat(prepared.take().number()).as("the next phase has other rows").isZero();
    reading.prepare(2, 1, blocks(3, 7));
    assertThat(prepared.take().number()).isZero();
    assertThat(read).as("and the same blocks").containsExactly(3, 5, 7);
    reading.prepare(3, 1, blocks(3, 7));
    prepared.take();
    assertThat(read).as("what was in memory stays").containsExactly(3, 5, 7, 7);
    reading.prepare(4, WorkerAction.SCORING, blocks(9));
    prepared.take();
    reading.prepare(5, WorkerAction.SCORING, blocks(9));
    prepared.take();
    assertThat(read).as("held-out data is scored once").containsExactly(3, 5, 7, 7, 9, 9);
  }

  @Test
  void withoutRoomForSharesNoneHasANumber() throws InterruptedException {
    shares = new ShareCache(0, 1);
    start(1, 1 << 20, (file, block) -> examples(block));
    for (int work = 1; work <= 2; work++) {
      reading.prepare(work, 0, blocks(3, 5));
      assertThat(prepared.take().number()).isZero();
    }
    assertThat(retired).isEmpty();
  }

  @Test
  void aShareThatIsNotAskedForAnyMoreMakesRoomAndIsRetired() throws InterruptedException {
    shares = new ShareCache(3000, 1); // two of them
    start(1, 1 << 20, (file, block) -> examples(block));
    int work = 0;
    List<Long> numbers = new ArrayList<>();
    for (int epoch = 0; epoch < 6; epoch++) {
      for (int block : epoch < 2 ? new int[] {1, 2} : new int[] {2, 3}) {
        reading.prepare(++work, 0, blocks(block));
        numbers.add(prepared.take().number());
      }
    }
    assertThat(retired).containsExactly(numbers.get(0));
    assertThat(numbers.get(numbers.size() - 1)).isPositive();
  }

  @Test
  void withoutBudgetEverythingIsReadAgain() {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    nextEnd();
    reading.prepare(2, 0, blocks(3));
    nextEnd();
    assertThat(read).containsExactly(3, 3);
  }

  @Test
  void brokenRecordsAreNewsWhenReadAndCountWithTheBlock() throws InterruptedException {
    bad = new BadRecords(2, new Failure(FailureKind.DATA_INVALID, "NaN", "a", ""));
    start(1, 1 << 20, (file, block) -> examples(block));
    reading.prepare(1, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("2 broken in block 3");
    assertThat(nextEnd()).isEqualTo("prepared 1");
    reading.prepare(2, 0, blocks(3));
    assertThat(nextEnd()).as("from memory").isEqualTo("prepared 2");
    prepared.take();
    assertThat(prepared.take().blocks()).extracting(DecodedBlock::bad).containsExactly(2L);
  }

  @Test
  void workWithoutBlocksIsPreparedToo() {
    start(1, 0, (file, block) -> examples(block));
    reading.prepare(4, 0, List.of());
    assertThat(nextEnd()).isEqualTo("prepared 4");
  }

  @Test
  void aBlockThatCannotBeReadIsNamedOnce() {
    start(
        2,
        0,
        (file, block) -> {
          if (block.number() == 5) {
            throw new FailureException(FailureKind.DATA_INVALID, "bad line", "", "");
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3, 5, 7));
    assertThat(nextEnd()).isEqualTo("failed 1 at block 5: DATA_INVALID");
    reading.prepare(2, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 2");
  }

  @Test
  void stoppedWorkIsNotReported() throws InterruptedException {
    CountDownLatch reading1 = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    start(
        1,
        0,
        (file, block) -> {
          reading1.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3, 5));
    reading1.await();
    reading.stop(1);
    go.countDown();
    reading.prepare(2, 0, blocks(7));
    assertThat(nextEnd()).isEqualTo("prepared 2");
    assertThat(read).containsExactly(3, 7);
  }

  @Test
  void whatIsInMemoryDoesNotWaitForAStorageThatIsAway() throws InterruptedException {
    CountDownLatch away = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    start(
        1,
        1 << 20,
        (file, block) -> {
          if (block.number() == 5) {
            await(away, back);
          }
          return examples(block);
        });
    reading.prepare(1, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 1");
    reading.prepare(2, 0, blocks(3, 5));
    away.await();
    reading.prepare(3, 0, blocks(3));
    assertThat(nextEnd()).isEqualTo("prepared 3");
    back.countDown();
    assertThat(nextEnd()).isEqualTo("prepared 2");
  }

  private static void await(CountDownLatch before, CountDownLatch latch) {
    before.countDown();
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A model whose second phase touches one key alone. */
  private static final class TwoPasses implements Model {
    private final Model logistic = Models.load(Settings.of(Map.of()), getClass().getClassLoader());

    @Override
    public List<TableSpec> tables() {
      return logistic.tables();
    }

    @Override
    public List<Phase> phases(int epochs) {
      return List.of(new Phase.Passes("own", epochs), new Phase.Passes("other", epochs));
    }

    @Override
    public Pass pass(String phase) {
      return phase.equals("own") ? this : new OneKey();
    }

    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return logistic.rows(block, rows);
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class OneKey implements Pass {
    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      return new int[][] {{rows.row(0, 42)}};
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      throw new UnsupportedOperationException();
    }
  }
}
