package trainer.worker.score;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.input.Examples;
import trainer.core.input.SparseRows;

class LabelledRecordsTest {
  private static final float NONE = Float.NaN;

  private static Examples examples(float... labels) {
    long[] keys = {1, 2, 3, 4, 5, 6};
    float[] values = {.1f, .2f, .3f, .4f, .5f, .6f};
    int[] fields = {0, 1, 0, 1, 0, 1};
    SparseRows rows = new SparseRows(new int[] {0, 1, 3, 6}, keys, values, fields);
    return new Examples(3, labels, new float[] {2, 3, 4}, rows, new long[] {7, 8, 9}, null);
  }

  @Test
  void areAllOfThemWhereNoneIsWithoutALabel() {
    assertThat(LabelledRecords.ofSome(examples(0, 1, 0))).isEmpty();
  }

  @Test
  void keepWhatBelongsToThem() {
    Examples some = LabelledRecords.ofSome(examples(0, NONE, 1)).orElseThrow();
    assertThat(some.records()).isEqualTo(2);
    assertThat(some.labels()).containsExactly(0, 1);
    assertThat(some.weights()).containsExactly(2, 4);
    assertThat(some.groups()).containsExactly(7, 9);
    assertThat(some.starts()).containsExactly(0, 1, 4);
    assertThat(some.keys()).containsExactly(1, 4, 5, 6);
    assertThat(some.values()).startsWith(.1f, .4f, .5f, .6f);
    assertThat(some.features().fields()).startsWith(0, 1, 0, 1);
  }

  @Test
  void areNoneWhereNoneHasALabel() {
    Examples none = LabelledRecords.ofSome(examples(NONE, NONE, NONE)).orElseThrow();
    assertThat(none.records()).isZero();
    assertThat(none.starts()).containsExactly(0);
  }
}
