package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A storage works that gives back bytes; a NameNode alone does not. */
final class StorageProbeTest {
  @TempDir Path folder;

  private StorageProbe local() {
    return new StorageProbe(
        folder.resolve("known").toString(),
        folder.resolve("draft").toString(),
        new Configuration());
  }

  @Test
  void aFileThatWasThereBeforeIsEnough() throws IOException {
    Files.writeString(folder.resolve("known"), "x");
    Files.createDirectories(folder.resolve("draft/in the way"));
    assertThat(local().works()).isTrue();
  }

  @Test
  void aFileThatIsWrittenAndReadIsEnoughAndIsDeletedAgain() {
    assertThat(local().works()).isTrue();
    assertThat(folder.resolve("draft")).doesNotExist();
  }

  @Test
  void neitherIsAnOutage() throws IOException {
    Files.createDirectories(folder.resolve("draft/in the way"));
    assertThat(local().works()).isFalse();
  }

  @Test
  void anOutageOfAllDataNodesIsSeenWhileTheNameNodeListsTheFiles() throws Exception {
    Configuration hadoop = new Configuration();
    hadoop.setInt(HdfsClientConfigKeys.Retry.WINDOW_BASE_KEY, 10);
    hadoop.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY, 1);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(hadoop, folder.resolve("hdfs").toFile())
            .numDataNodes(1)
            .build()) {
      cluster.waitActive();
      FileSystem files = cluster.getFileSystem();
      org.apache.hadoop.fs.Path known = new org.apache.hadoop.fs.Path(files.getUri() + "/known");
      try (OutputStream out = files.create(known)) {
        out.write(1);
      }
      StorageProbe probe = new StorageProbe(known.toString(), files.getUri() + "/draft", hadoop);
      assertThat(probe.works()).isTrue();

      MiniDFSCluster.DataNodeProperties stopped = cluster.stopDataNode(0);
      assertThat(probe.works()).isFalse();
      assertThat(files.listStatus(known)).hasSize(1);

      cluster.restartDataNode(stopped, true);
      cluster.waitActive();
      assertThat(probe.works()).isTrue();
    }
  }
}
