package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.random.SplitMix64;

class RowPlacesTest {
  private static final int FROM = 5;
  private static final int WIDTH = 9;

  private final SplitMix64 random = new SplitMix64(20261122);

  /** Some at a time: fewer, as many, and more. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 129, 300})
  void eachRowIsFoundWhereItStands(int rows) {
    int[] order = random.permutation(2 * rows);
    int[] places = new int[rows];
    System.arraycopy(order, 0, places, 0, rows);
    RowPlaces of = RowPlaces.of(places.clone(), FROM, WIDTH);
    float[] weights = new float[FROM + 2 * rows * WIDTH];
    long[] sums = new long[weights.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) i;
      sums[i] = 1000L * i;
    }
    float[] together = new float[rows * WIDTH];
    of.gather(WIDTH, weights, together);
    long[] expected = sums.clone();
    long[] numbers = new long[rows * WIDTH];
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < WIDTH; i++) {
        int at = FROM + places[row] * WIDTH + i;
        assertThat(together[row * WIDTH + i]).isEqualTo((float) at);
        numbers[row * WIDTH + i] = 1L + row;
        expected[at] += 1L + row;
      }
    }
    int first = rows / 3;
    of.add(0, first, WIDTH, numbers, sums);
    of.add(first, rows, WIDTH, Arrays.copyOfRange(numbers, first * WIDTH, numbers.length), sums);
    assertThat(sums).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, WIDTH})
  void rowsOfARunStandOneBehindTheOther(int width) {
    RowPlaces run = RowPlaces.run(FROM, 3);
    long[] sums = new long[FROM + 3 * width + 1];
    long[] numbers = new long[3 * width + 4];
    Arrays.fill(numbers, 7);
    run.add(0, 2, width, numbers, sums);
    run.add(2, 3, width, numbers, sums);
    for (int i = 0; i < sums.length; i++) {
      assertThat(sums[i]).isEqualTo(i < FROM || i == sums.length - 1 ? 0L : 7L);
    }
  }
}
