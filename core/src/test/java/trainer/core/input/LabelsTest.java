package trainer.core.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {
  private static final float NAN = Float.NaN;

  @Test
  void labelsThatAreNoneAreNamed() {
    for (float label : new float[] {2f, 0.5f, -2f}) {
      assertThat(Labels.BINARY.problemOf(label)).startsWith("label ").contains("1 and 0");
    }
    assertThat(Labels.BINARY.problemOf(2f)).startsWith("label 2 is");
    for (float label : new float[] {3f, -1f, 1.5f, NAN, 3e9f}) {
      assertThat(Labels.classes(3).problemOf(label)).contains("classes 0 to 2");
    }
    assertThat(Labels.NUMBERS.problemOf(NAN)).isNotNull();
    for (float label : new float[] {1f, 0f, -0f, -1f}) {
      assertThat(Labels.BINARY.problemOf(label)).isNull();
    }
    assertThat(Labels.classes(3).problemOf(2f)).isNull();
    assertThat(Labels.NUMBERS.problemOf(-3e30f)).isNull();
  }

  @Test
  void theTallyCountsRightClassesOrSquaredErrors() {
    Examples binary = labelled(null, 1f, 0f, 1f, -1f);
    assertThat(Labels.BINARY.tally(binary, new float[] {2f, -1f, -0.1f, 0f})).isEqualTo(3);
    Examples classes = labelled(null, 2f, 0f, 1f);
    float[] logits = {-1f, 0f, 1f, 0f, 5f, 0f, 0f, 3f, 3f};
    assertThat(Labels.classes(3).tally(classes, logits)).as("classes 2, 1 and 1").isEqualTo(2);
    Examples numbers = labelled(null, 1f, -1f);
    assertThat(Labels.NUMBERS.tally(numbers, new float[] {3f, -1.5f})).isEqualTo(4.25);
  }

  @Test
  void aRecordCountsByItsWeight() {
    float[] weights = {3f, 0.5f};
    Examples right = labelled(weights, 1f, 1f);
    assertThat(Labels.BINARY.tally(right, new float[] {1f, -1f})).isEqualTo(3);
    assertThat(Labels.NUMBERS.tally(right, new float[] {3f, 2f})).isEqualTo(12.5);
  }

  private static Examples labelled(float[] weights, float... labels) {
    SparseRows none = new SparseRows(new int[labels.length + 1], new long[0], null);
    return new Examples(labels.length, labels, weights, none, null, null);
  }
}
