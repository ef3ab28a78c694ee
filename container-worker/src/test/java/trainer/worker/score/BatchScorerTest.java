package trainer.worker.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;
import trainer.core.feature.BadFieldException;
import trainer.core.id.Slot;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.input.KeptColumns;
import trainer.core.input.SparseRows;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.RecordBatch;
import trainer.worker.cache.BlockSource;
import trainer.worker.compute.BlockProgress;
import trainer.worker.output.ScoredTask;
import trainer.worker.output.TaskBlocks;

class BatchScorerTest {
  private static final InputFile FILE = new InputFile("/data/a.csv", 100, 1);

  private final List<FromWorker.BadRecords> broken = new ArrayList<>();
  private final SummingModel model = new SummingModel();
  private int turns;

  /** Outputs of a record: the number read, and the sum over its batch. A text is refused. */
  private static final class SummingModel implements BatchModel {
    private final List<List<Float>> batches = new ArrayList<>();

    @Override
    public List<String> columns() {
      return List.of("x");
    }

    @Override
    public boolean takesFiles() {
      return false;
    }

    @Override
    public List<String> outputs() {
      return List.of("own", "all");
    }

    @Override
    public int batch() {
      return 3;
    }

    @Override
    public List<String> lines() {
      return List.of();
    }

    @Override
    public int memoryMb() {
      return 1;
    }

    @Override
    public RecordBatch newBatch() {
      return new Batch(batches);
    }

    @Override
    public void close() {}
  }

  private static final class Batch implements RecordBatch {
    private final List<List<Float>> batches;
    private List<Float> numbers = new ArrayList<>();

    Batch(List<List<Float>> batches) {
      this.batches = batches;
    }

    @Override
    public void add(String[] columns) {
      if (columns[0].equals("bad")) {
        throw new BadFieldException("x is no number", "correct it");
      }
      numbers.add(Float.valueOf(columns[0]));
    }

    @Override
    public void add(byte[] file) {
      throw new AssertionError();
    }

    @Override
    public int size() {
      return numbers.size();
    }

    @Override
    public void compute(float[] outputs, int from) {
      float sum = (float) numbers.stream().mapToDouble(Float::doubleValue).sum();
      for (int i = 0; i < numbers.size(); i++) {
        outputs[from + 2 * i] = numbers.get(i);
        outputs[from + 2 * i + 1] = sum;
      }
      batches.add(numbers);
      numbers = new ArrayList<>();
    }

    @Override
    public void close() {}
  }

  /** Blocks of these numbers, with ids. */
  private static final class Blocks implements BlockSource {
    private final List<List<String>> numbers;

    Blocks(List<List<String>> numbers) {
      this.numbers = numbers;
    }

    @Override
    public void read(InputFile file, Block block, BiConsumer<Block, BlockContent> blocks) {
      String[] texts = numbers.get(block.number()).toArray(String[]::new);
      String[] ids = new String[texts.length];
      Arrays.setAll(ids, i -> "r" + block.number() + i);
      SparseRows none = new SparseRows(new int[texts.length + 1], new long[0], null);
      KeptColumns kept = new KeptColumns(List.of(ids, texts));
      float[] labels = new float[texts.length];
      blocks.accept(
          block,
          new BlockContent(
              new Examples(texts.length, labels, null, none, null, kept), BadRecords.NONE));
    }

    @Override
    public void close() {}
  }

  private ScoredTask score(List<List<String>> numbers) throws InterruptedException {
    OutputColumns columns = new OutputColumns(List.of("id"), model.outputs(), false);
    OutputFormat format = OutputFormat.of(Keys.ScoreFormat.CSV, columns);
    ForeignModel foreign = new ForeignModel(model, 3, new int[] {1});
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      blocks.add(new Block(i, 10L * i, 10, numbers.get(i).size(), 0));
    }
    try (BatchScorer scorer =
        new BatchScorer(
            foreign,
            new TaskBlocks(new Blocks(numbers), broken::add),
            new RowAssembly(format, columns, foreign.outputs(), 2),
            new BlockProgress(),
            () -> turns++)) {
      return scorer.compute(
          new ToWorker.Task(new Slot(7), List.of(new FileBlocks(FILE, blocks))), rows -> {});
    }
  }

  private static String text(ScoredTask task) {
    return new String(task.rows().bytes(), 0, task.rows().length(), StandardCharsets.UTF_8);
  }

  @Test
  void aBatchIsARunOfRecordsOfOneBlock() throws InterruptedException {
    ScoredTask task = score(List.of(List.of("1", "2", "3", "4"), List.of("5")));
    assertThat(model.batches).containsExactly(List.of(1f, 2f, 3f), List.of(4f), List.of(5f));
    assertThat(text(task))
        .isEqualTo("r00,1.0,6.0\nr01,2.0,6.0\nr02,3.0,6.0\nr03,4.0,4.0\nr10,5.0,5.0\n");
    assertThat(task.task().rows()).isEqualTo(5);
    assertThat(turns).as("other jobs may have their turn after each batch").isEqualTo(3);
  }

  @Test
  void aRecordThatTheModelCannotTakeIsBrokenAndLeavesItsPlaceToTheNext()
      throws InterruptedException {
    ScoredTask task = score(List.of(List.of("1", "bad", "3", "4", "bad")));
    assertThat(model.batches).containsExactly(List.of(1f, 3f, 4f));
    assertThat(text(task)).isEqualTo("r00,1.0,8.0\nr02,3.0,8.0\nr03,4.0,8.0\n");
    assertThat(task.evaluation().metrics().bad()).isEqualTo(2);
    assertThat(broken).hasSize(1);
    assertThat(broken.get(0).count()).isEqualTo(2);
    assertThat(broken.get(0).first().message())
        .contains("x is no number", "/data/a.csv, block at byte 0, record 1");
  }

  @Test
  void theRowsOfABlockDoNotDependOnTheOtherBlocksOfTheTask() throws InterruptedException {
    String alone = text(score(List.of(List.of("1", "2", "3", "4"))));
    String beside = text(score(List.of(List.of("1", "2", "3", "4"), List.of("9", "9"))));
    assertThat(beside).startsWith(alone);
  }
}
