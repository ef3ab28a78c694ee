package trainer.container.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HadoopFileTest {
  @TempDir Path folder;

  @Test
  void holdsHadoopsDefaultsAndWhatTheClientSays() throws Exception {
    Configuration given = new Configuration();
    given.set("fs.defaultFS", "hdfs://nn:8020");
    Configuration read = written(given);
    assertThat(read.get("fs.defaultFS")).isEqualTo("hdfs://nn:8020");
    assertThat(read.get("io.file.buffer.size")).isEqualTo(given.get("io.file.buffer.size"));
    assertThat(read.size()).isGreaterThanOrEqualTo(given.size());
  }

  @Test
  void keepsEveryCharacter() throws Exception {
    Configuration given = new Configuration(false);
    given.set("a key:with=all", " größe 100 \\ # ! = \n two lines\t");
    assertThat(written(given).getRaw("a key:with=all")).isEqualTo(given.getRaw("a key:with=all"));
  }

  @Test
  void expandsWhatTheClientSaysAndNotWhatHadoopsDefaultsSay() throws Exception {
    Configuration given = new Configuration();
    given.set("place", "/of");
    given.set("trainer.test", "${place}/it");
    Configuration read = written(given);
    assertThat(read.getRaw("trainer.test")).isEqualTo("/of/it");
    assertThat(read.getRaw("hadoop.tmp.dir")).isEqualTo("/tmp/hadoop-${user.name}");
  }

  @Test
  void knowsDeprecatedNames() throws Exception {
    Configuration given = new Configuration();
    given.set("fs.default.name", "hdfs://old:8020");
    assertThat(written(given).get("fs.defaultFS")).isEqualTo("hdfs://old:8020");
  }

  private Configuration written(Configuration given) throws IOException {
    Path file = folder.resolve(HadoopFile.NAME);
    try (OutputStream out = Files.newOutputStream(file)) {
      HadoopFile.write(given, out);
    }
    return HadoopFile.read(file);
  }
}
