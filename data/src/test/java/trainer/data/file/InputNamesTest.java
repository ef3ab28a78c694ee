package trainer.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InputNamesTest {
  @Test
  void splitsAtCommasOutsideOfBraces() {
    assertThat(InputNames.split("a, b/{c,d}/*,,e")).containsExactly("a", "b/{c,d}/*", "e");
  }

  @Test
  void readsAColonInARelativeNameAsPartOfIt() {
    assertThat(InputNames.path("e:1.libsvm").toUri().getPath()).isEqualTo("./e:1.libsvm");
    assertThat(InputNames.path("hdfs://nn/a").toUri().getScheme()).isEqualTo("hdfs");
  }
}
