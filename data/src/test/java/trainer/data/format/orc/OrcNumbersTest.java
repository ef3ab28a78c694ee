package trainer.data.format.orc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.feature.FeatureKeys;
import trainer.data.Input;

/** Every form of a run of integers gives the numbers that were written. */
class OrcNumbersTest {
  private static final int ROWS = 20_000;

  @TempDir private Path folder;

  /** Numbers in stretches of one shape each, so that a writer chooses every form of run. */
  private static List<Long> numbers(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> numbers = new ArrayList<>();
    while (numbers.size() < ROWS) {
      int count = random.nextInt(1, 700);
      int width = random.nextInt(0, 64);
      int steps = 1 << Math.min(width, 16);
      long base = random.nextBoolean() ? 0 : random.nextLong() >> random.nextInt(64);
      long step = random.nextLong() >> (Long.SIZE - 1 - width);
      int shape = random.nextInt(5);
      for (int i = 0; i < count; i++) {
        numbers.add(
            switch (shape) {
              case 0 -> base;
              case 1 -> base + i * step;
              case 2 -> base + i * (long) random.nextInt(steps);
              case 3 -> random.nextInt(20) == 0 ? random.nextLong() >> width : base % 1000 + i % 7;
              default -> random.nextLong() >> width;
            });
      }
    }
    return numbers;
  }

  @ParameterizedTest
  @CsvSource({
    "ZSTD, 0.12, SPEED, 1", "NONE, 0.12, SPEED, 2", "NONE, 0.12, COMPRESSION, 3",
    "ZLIB, 0.12, COMPRESSION, 4", "NONE, 0.11, SPEED, 5", "SNAPPY, 0.11, COMPRESSION, 6",
  })
  void everyRunOfIntegersIsRead(String codec, String version, String strategy, long seed)
      throws IOException {
    List<Long> numbers = numbers(seed);
    Map<String, String> options =
        Map.of(
            "orc.compress", codec,
            "orc.write.format", version,
            "orc.encoding.strategy", strategy,
            "orc.compress.size", "3000",
            "orc.buffer.size.enforce", "true");
    try (OrcRows rows =
        new OrcRows(folder.resolve("a.orc"), "label:int,x:bigint,b:tinyint", options)) {
      for (long number : numbers) {
        rows.row(1, number, (byte) number);
      }
    }
    List<Input.Row> read =
        new Input(folder).with("trainer.features", "x:category,b:category").read();
    FeatureKeys keys = new FeatureKeys();
    assertThat(read).hasSize(numbers.size());
    for (int i = 0; i < numbers.size(); i++) {
      long number = numbers.get(i);
      assertThat(read.get(i).keys())
          .as("row %d: %d", i, number)
          .containsExactly(
              keys.column("x").category(number), keys.column("b").category((long) (byte) number));
    }
  }
}
