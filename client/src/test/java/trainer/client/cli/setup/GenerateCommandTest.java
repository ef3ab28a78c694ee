package trainer.client.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import trainer.client.config.ClientConfiguration;

class GenerateCommandTest {
  @TempDir private Path folder;

  private static int generate(String output, String... more) {
    return new CommandLine(new GenerateCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(
            java.util.stream.Stream.concat(
                    List.of("--kind", "clicks", "--records", "50", "--output", output).stream(),
                    List.of(more).stream())
                .toArray(String[]::new));
  }

  private static String permissions(FileSystem files, String path) throws IOException {
    return files.getFileStatus(new org.apache.hadoop.fs.Path(path)).getPermission().toString();
  }

  @Test
  void outputHasThePermissionsOfTheUsersOtherFiles() throws IOException {
    // The cached file system of this process makes private files, as it does after a local run.
    FileSystem files = new org.apache.hadoop.fs.Path(folder.toUri()).getFileSystem(hadoop());
    String output = folder.resolve("data/train").toString();
    assertThat(generate(output)).isZero();
    assertThat(permissions(files, folder.resolve("data").toString())).isEqualTo("rwxr-xr-x");
    assertThat(permissions(files, output)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(files, output + "/part-00000.avro")).isEqualTo("rw-r--r--");
  }

  @Test
  void outputOnHdfsFollowsTheUsersUmask() throws IOException {
    try (MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(new Configuration(), folder.resolve("hdfs").toFile()).build()) {
      FileSystem files = hdfs.getFileSystem();
      assertThat(generate(files.getUri() + "/train")).isZero();
      assertThat(permissions(files, "/train")).isEqualTo("rwxr-xr-x");
      assertThat(permissions(files, "/train/part-00000.avro")).isEqualTo("rw-r--r--");
      assertThat(generate(files.getUri() + "/group", "-Dfs.permissions.umask-mode=027")).isZero();
      assertThat(permissions(files, "/group")).isEqualTo("rwxr-x---");
      assertThat(permissions(files, "/group/part-00000.avro")).isEqualTo("rw-r-----");
    }
  }

  private static Configuration hadoop() {
    return ClientConfiguration.of(List.of(), Map.of(), Map.of()).hadoop();
  }
}
