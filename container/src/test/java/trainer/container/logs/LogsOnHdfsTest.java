package trainer.container.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The helper against HDFS, where a killed writer still holds its files. */
final class LogsOnHdfsTest {
  @TempDir Path folder;

  @Test
  void theHelperTakesTheFilesFromTheirDeadWriterAndCompletesThem() throws Exception {
    Configuration hadoop = new Configuration();
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(hadoop, folder.resolve("hdfs").toFile())
            .numDataNodes(1)
            .build()) {
      cluster.waitActive();
      FileSystem files = cluster.getFileSystem();
      String path = files.getUri() + "/job/logs/worker-0/container_1";
      Path local = Files.createDirectory(folder.resolve("local"));
      LogFolder writers = LogFolder.of(path, uncached(cluster));
      writers.make();
      LogCopy held = new LogCopy(local, writers, "log");
      write(local, "one\n");
      held.advance();
      write(local, "two\n");

      LogsMain.upload(local, LogFolder.of(path, uncached(cluster)), Duration.ofMinutes(5));

      assertThat(read(files, path + "/log")).isEqualTo("one\ntwo\n");
      FileStatus status = files.getFileStatus(new org.apache.hadoop.fs.Path(path + "/log"));
      assertThat(status.getPermission().toShort()).isEqualTo((short) 0600);
    }
  }

  /** Gives a client of its own, as a process has. */
  private static Configuration uncached(MiniDFSCluster cluster) throws IOException {
    Configuration own = new Configuration(cluster.getConfiguration(0));
    own.setBoolean("fs.hdfs.impl.disable.cache", true);
    return own;
  }

  private static void write(Path local, String text) throws IOException {
    Files.writeString(
        local.resolve("log"), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String read(FileSystem files, String path) throws IOException {
    try (FSDataInputStream in = files.open(new org.apache.hadoop.fs.Path(path))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
