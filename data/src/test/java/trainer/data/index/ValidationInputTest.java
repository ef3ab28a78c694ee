package trainer.data.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.input.InputFile;

class ValidationInputTest {
  private static InputFile file(String path) {
    return new InputFile(path, 1, 2);
  }

  @Test
  void warnsOfFilesThatAreTrainedOnToo() {
    assertThat(
            ValidationInput.overlap(
                List.of(file("file:/a"), file("file:/b")),
                List.of(file("file:/b"), file("file:/c"))))
        .hasValue(
            "1 file of the validation input is trained on, too, so that its figures say little of"
                + " other data: file:/b");
  }

  @Test
  void filesOfTheirOwnAreHeldOut() {
    assertThat(ValidationInput.overlap(List.of(file("file:/a")), List.of(file("file:/b"))))
        .isEmpty();
  }
}
