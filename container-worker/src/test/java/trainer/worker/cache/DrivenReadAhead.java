package trainer.worker.cache;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.learning.spi.Pass;
import trainer.learning.spi.RowIndex;
import trainer.worker.compute.Passes;
import trainer.worker.compute.PreparedShare;

/** Drives a {@link ReadAhead} over a source of blocks, perhaps in units, and notes its results. */
abstract class DrivenReadAhead {
  static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);

  final List<Integer> read = Collections.synchronizedList(new ArrayList<>());
  final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
  final BlockingQueue<PreparedShare> prepared = new LinkedBlockingQueue<>();
  final List<Long> retired = Collections.synchronizedList(new ArrayList<>());
  ShareCache shares = new ShareCache(1 << 20, 1);
  int epochs = 2;
  int blocksOfAUnit = 1;
  long inMemory = 1 << 20;
  @TempDir private Path folder;
  BadRecords bad = BadRecords.NONE;
  ReadAhead reading;

  @AfterEach
  void close() {
    reading.close();
  }

  static Examples examples(Block block) {
    long[] keys = {block.number(), 100, 200};
    return new Examples(1, new float[] {1}, new int[] {0, 3}, keys, null);
  }

  void start(int threads, long budget, BiFunction<InputFile, Block, Examples> reader) {
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
            new Passes(model, model.phases(epochs), false),
            tables,
            listener,
            cause -> ended.add("fatal " + cause));
  }

  List<FileBlocks> blocks(int... numbers) {
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

  String nextEnd() {
    try {
      return ended.poll(120, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
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
