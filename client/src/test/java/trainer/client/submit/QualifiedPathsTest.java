package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import trainer.core.config.Settings;

class QualifiedPathsTest {
  @Test
  void splitsAtCommasOutsideOfBraces() {
    assertThat(QualifiedPaths.split("a, b/{c,d}/*,,e")).containsExactly("a", "b/{c,d}/*", "e");
  }

  @Test
  void relativePathsBecomeAbsolute() {
    String here = Path.of("").toAbsolutePath().toString();
    Map<String, String> qualified =
        QualifiedPaths.of(
            new Configuration(),
            Settings.of(Map.of("trainer.input", "x,/y", "trainer.output", "hdfs://nn/z")));
    assertThat(qualified)
        .containsEntry("trainer.input", "file:" + here + "/x,file:/y")
        .containsEntry("trainer.output", "hdfs://nn/z")
        .hasSize(2);
  }
}
