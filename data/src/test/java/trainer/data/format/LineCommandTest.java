package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineCommandTest {
  @Test
  void printsTheLineThatBeginsThere(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("it's here.libsvm"), "1 1:1\n0 2:x\n1 3:1\n");
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", LineCommand.of("file:" + file, 6))
            .redirectErrorStream(true)
            .start();
    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("0 2:x\n");
  }

  @Test
  void readsOtherFileSystemsThroughHadoop() {
    assertThat(LineCommand.of("hdfs://nn:8020/data/a.libsvm", 70_000))
        .isEqualTo("hdfs dfs -cat hdfs://nn:8020/data/a.libsvm | tail -c +70001 | head -n 1");
    assertThat(LineCommand.of("file:///data/a.libsvm", 0))
        .isEqualTo("tail -c +1 /data/a.libsvm | head -n 1");
  }
}
