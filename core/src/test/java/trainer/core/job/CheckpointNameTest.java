package trainer.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;

class CheckpointNameTest {
  @Test
  void isReadAsItIsWritten() {
    for (String name : List.of("0-1-1", "1200-3-1", "0.7-3-2", "12.108-1-9")) {
      assertThat(CheckpointName.of(name)).hasToString("Optional[" + name + "]");
    }
    assertThat(CheckpointName.of("12.108-1-9"))
        .contains(new CheckpointName(new Version(12), 108, new Line(1), new Term(9)));
  }

  @Test
  void othersAreNone() {
    for (String name : List.of("", "mine", "1-2", "1-2-3-4", ".1-2-3", "1.-2-3", "1-2-3x")) {
      assertThat(CheckpointName.of(name)).as(name).isEmpty();
    }
    assertThat(CheckpointName.of("9".repeat(19) + "-1-1")).as("longer than any").isEmpty();
  }

  @Test
  void isOrderedByVersionAndThenByMark() {
    List<String> ordered = List.of("0-9-9", "0.2-1-1", "0.10-1-1", "1-1-1", "2-1-1", "10-1-1");
    assertThat(
            ordered.stream()
                .map(name -> CheckpointName.of(name).orElseThrow())
                .sorted()
                .map(CheckpointName::toString))
        .isEqualTo(ordered);
  }
}
