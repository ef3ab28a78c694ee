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
    float[] binary = {1f, 0f, 1f, -1f};
    assertThat(Labels.BINARY.tally(binary, new float[] {2f, -1f, -0.1f, 0f}, 4)).isEqualTo(3);
    float[] classes = {2f, 0f, 1f};
    assertThat(Labels.classes(3).tally(classes, new float[] {2f, 1f, 1f}, 3)).isEqualTo(2);
    assertThat(Labels.NUMBERS.tally(new float[] {1f, -1f}, new float[] {3f, -1.5f}, 2))
        .isEqualTo(4.25);
  }
}
