package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;

class QualifiedPathsTest {
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

  @Test
  void saysThatACommaSeparatesInputsWhereAFileHasOneInItsName(@TempDir Path folder)
      throws IOException {
    Path file = Files.createFile(folder.resolve("a,b.libsvm"));
    Settings settings = Settings.of(Map.of("trainer.input", file.toString()));
    assertThatThrownBy(() -> QualifiedPaths.of(new Configuration(), settings))
        .hasMessageContaining("a comma separates inputs")
        .hasMessageContaining("a?b.libsvm");
  }

  @Test
  void localPathHasNoHost() {
    Settings settings = Settings.of(Map.of("trainer.output", "file://models/clicks"));
    assertThatThrownBy(() -> QualifiedPaths.of(new Configuration(), settings))
        .hasMessage(
            "CONFIG_INVALID: 'file://models/clicks' names a host, models, and a local path has none"
                + " — trainer.output — write file:///models/clicks or /models/clicks,"
                + " or hdfs://HOST:PORT/PATH for a file on HDFS");
  }

  @Test
  void pathOnHdfsNeedsAHostFromSomewhere() {
    Settings settings = Settings.of(Map.of("trainer.output", "hdfs:///models"));
    Configuration hadoop = new Configuration();
    assertThatThrownBy(() -> QualifiedPaths.of(hadoop, settings))
        .hasMessage(
            "CONFIG_INVALID: 'hdfs:///models' names no host, nor does fs.defaultFS —"
                + " trainer.output — write hdfs://HOST:PORT/PATH, or set HADOOP_CONF_DIR to a"
                + " cluster's folder");
  }
}
