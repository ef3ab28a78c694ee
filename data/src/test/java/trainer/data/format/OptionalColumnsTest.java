package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Examples;

class OptionalColumnsTest {
  private final ExamplesBuffer buffer = new ExamplesBuffer();

  private void record(int... keys) {
    for (int key : keys) {
      buffer.key(key);
    }
    buffer.ones();
    buffer.end(1f);
  }

  @Test
  void recordsWithoutAnyHaveNoArrays() {
    buffer.weight(1f);
    record(1, 2);
    Examples examples = buffer.build().examples();
    assertThat(examples.weights()).isNull();
    assertThat(examples.groups()).isNull();
    assertThat(examples.features().fields()).isNull();
    assertThat(examples.weight(0)).isEqualTo(1f);
  }

  @Test
  void placesThatWereNotSetHaveTheDefault() {
    record(1);
    buffer.weight(0.5f);
    buffer.group(-7);
    buffer.key(2);
    buffer.key(3);
    buffer.field(9);
    buffer.ones();
    buffer.end(0f);
    record(4);
    Examples examples = buffer.build().examples();
    assertThat(examples.weights()).containsExactly(1f, 0.5f, 1f);
    assertThat(examples.groups()).containsExactly(0, -7, 0);
    assertThat(examples.features().fields()).containsExactly(0, 0, 9, 0);
    assertThat(examples.weight()).isEqualTo(2.5);
  }

  @Test
  void aRejectedRecordLeavesNothingBehind() {
    record(1);
    buffer.weight(3f);
    buffer.group(5);
    buffer.key(2);
    buffer.field(4);
    buffer.reject(() -> new Failure(FailureKind.INPUT_CORRUPT, "broken", "line 2", ""));
    record(6);
    Examples examples = buffer.build().examples();
    assertThat(examples.records()).isEqualTo(2);
    assertThat(examples.weights()).as("weights").isNull();
    assertThat(examples.groups()).as("groups").isNull();
    assertThat(examples.features().fields()).as("fields").isNull();
  }

  @Test
  void aRejectedRecordLeavesThoseBeforeItAsTheyAre() {
    buffer.weight(2f);
    buffer.group(9);
    buffer.key(1);
    buffer.field(3);
    buffer.ones();
    buffer.end(1f);
    buffer.reject(() -> new Failure(FailureKind.INPUT_CORRUPT, "broken", "line 2", ""));
    record(6);
    Examples examples = buffer.build().examples();
    assertThat(examples.weights()).containsExactly(2f, 1f);
    assertThat(examples.groups()).containsExactly(9, 0);
    assertThat(examples.features().fields()).containsExactly(3, 0);
  }

  @Test
  void aBlockDoesNotSeeTheOneBefore() {
    for (int i = 0; i < 1000; i++) {
      buffer.weight(2f);
      buffer.group(i);
      buffer.key(i);
      buffer.field(i);
      record(1);
    }
    assertThat(buffer.build().examples().groups()).hasSize(1000).endsWith(999);
    buffer.clear();
    record(1);
    buffer.group(8);
    record(1);
    Examples examples = buffer.build().examples();
    assertThat(examples.weights()).isNull();
    assertThat(examples.groups()).containsExactly(0, 8);
    assertThat(examples.features().fields()).isNull();
  }
}
