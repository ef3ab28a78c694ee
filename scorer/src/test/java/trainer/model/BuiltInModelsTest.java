package trainer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.TrainedModel;
import trainer.learning.spi.Outputs;
import trainer.model.failure.RowException;

/** The predictions have the bits of the classes that train and evaluate. */
class BuiltInModelsTest {
  private static final int RECORDS = 300;

  /** Keys of all 64 bits. */
  private static final long ANY = 0;

  @TempDir private Path folder;

  @Test
  void logisticHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("logistic"), ANY);
  }

  @Test
  void keysOf32BitsAndMoreHaveTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("logistic"), 1L << 32);
    // the first rows that are read have 32 bits, a later one has 33
    assertSame(ModelOnDisk.settings("logistic"), 1L << 33);
  }

  @Test
  void logisticWithoutInterceptHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("logistic", "trainer.model.args.intercept", "false"), 50);
  }

  @Test
  void theClassOfABuiltInModelIsItsAlias() throws IOException {
    assertSame(ModelOnDisk.settings("trainer.learning.model.LogisticRegression"), 50);
  }

  @Test
  void linearHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("linear"), ANY);
  }

  @Test
  void linearOfKnownFeaturesHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("linear", "trainer.model.args.features", "60"), 60);
  }

  @Test
  void softmaxHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("softmax", "trainer.model.classes", "5"), ANY);
  }

  @Test
  void softmaxOfKnownFeaturesHasTheBitsOfTraining() throws IOException {
    Map<String, String> settings =
        ModelOnDisk.settings(
            "softmax", "trainer.model.classes", "2", "trainer.model.args.features", "60");
    assertSame(settings, 60);
  }

  @Test
  void factorizationMachineHasTheBitsOfTraining() throws IOException {
    assertSame(ModelOnDisk.settings("fm", "trainer.seed", "77"), ANY);
  }

  @Test
  void factorizationMachineOfAnyRankAndLossHasTheBitsOfTraining() throws IOException {
    for (int rank : new int[] {1, 7, 19}) {
      Map<String, String> settings =
          ModelOnDisk.settings(
              "fm",
              "trainer.model.args.rank",
              "" + rank,
              "trainer.model.args.loss",
              "squared",
              "trainer.model.args.features",
              "60");
      assertSame(settings, 60);
    }
  }

  @Test
  void aKeyBeyondTheKnownFeaturesIsRefused() throws IOException {
    write(ModelOnDisk.settings("linear", "trainer.model.args.features", "60"), List.of(1L));
    Scorer scorer = Scorer.load(folder);
    assertThatThrownBy(() -> scorer.score(new long[] {60}, null))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("key 60 is beyond the 60 features");
  }

  @Test
  void aScoreThatIsNoNumberIsRefused() throws IOException {
    write(ModelOnDisk.settings("linear"), List.of(1L));
    Scorer scorer = Scorer.load(folder);
    assertThatThrownBy(() -> scorer.score(new long[] {1}, new float[] {Float.NaN}))
        .isInstanceOf(RowException.class)
        .hasMessageContaining("not a number");
  }

  private ModelOnDisk write(Map<String, String> settings, List<Long> keys) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    return ModelOnDisk.write(
        folder,
        settings,
        List.of(),
        keys,
        (table, key, row) -> {
          for (int i = 0; i < row.length; i++) {
            row[i] = (float) (random.nextDouble() - 0.5) * 3;
          }
        });
  }

  /** Half of the keys of the records are stored; the others were never met. */
  private void assertSame(Map<String, String> settings, long range) throws IOException {
    SplittableRandom random = new SplittableRandom(range + 1);
    List<Long> known = new ArrayList<>(List.of(0L));
    for (int i = 0; i < 200; i++) {
      known.add(key(random, range));
    }
    ModelOnDisk disk = write(settings, known);
    Scorer scorer = Scorer.load(folder);
    for (boolean hasValues : new boolean[] {false, true}) {
      Examples examples = examples(random, known, range, hasValues);
      float[] expected = expected(disk, examples);
      for (int i = 0; i < RECORDS; i++) {
        int from = examples.starts()[i];
        int to = examples.starts()[i + 1];
        float[] outputs = scorer.score(examples.keys(), examples.values(), from, to).outputs();
        assertThat(scorer.outputs()).hasSize(outputs.length);
        for (int o = 0; o < outputs.length; o++) {
          assertThat(Float.floatToRawIntBits(outputs[o]))
              .as("output %s of record %s", o, i)
              .isEqualTo(Float.floatToRawIntBits(expected[i * outputs.length + o]));
        }
      }
    }
    assertThat(scorer.outputs()).isEqualTo(disk.model().outputs().names());
  }

  private static long key(SplittableRandom random, long range) {
    return range == ANY ? random.nextLong() : random.nextLong(range);
  }

  private static Examples examples(
      SplittableRandom random, List<Long> known, long range, boolean hasValues) {
    int[] starts = new int[RECORDS + 1];
    long[] keys = new long[RECORDS * 40];
    float[] values = new float[keys.length];
    for (int i = 0; i < RECORDS; i++) {
      starts[i + 1] = starts[i] + random.nextInt(40);
      for (int j = starts[i]; j < starts[i + 1]; j++) {
        keys[j] =
            random.nextBoolean() ? known.get(random.nextInt(known.size())) : key(random, range);
        values[j] = (float) (random.nextDouble() - 0.5) * 5;
      }
    }
    return new Examples(RECORDS, new float[RECORDS], starts, keys, hasValues ? values : null);
  }

  private static float[] expected(ModelOnDisk disk, Examples examples) throws IOException {
    LocalRows index = new LocalRows(disk.manifest().tables());
    DecodedBlock block =
        DecodedBlock.of(
            new InputFile("rows", 1, 1),
            new Block(0, 0, 1, RECORDS, 0),
            new BlockContent(examples, BadRecords.NONE),
            disk.model(),
            index);
    TrainedModel rows = TrainedModel.read(disk, disk.manifest(), Long.MAX_VALUE, 1, "");
    float[][] weights = new float[disk.manifest().tables().size()][];
    rows.gather(block.keys(), weights);
    int width = disk.model().labels().scores();
    float[] scores = new float[RECORDS * width];
    double unused = block.score(disk.model(), weights, scores);
    Outputs outputs = disk.model().outputs();
    float[] all = new float[RECORDS * outputs.names().size()];
    float[] one = new float[outputs.names().size()];
    for (int i = 0; i < RECORDS; i++) {
      outputs.compute(scores, i * width, one);
      System.arraycopy(one, 0, all, i * one.length, one.length);
    }
    return all;
  }
}
