package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputParentsTest {
  @TempDir private Path folder;

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void haveThePermissionsOfAnyOtherFolderThatTheUserMakes() throws IOException {
    Configuration hadoop = new Configuration(false);
    OutputParents.keepUmask(hadoop);
    OutputParents.keepUmask(hadoop);
    Path byHand = Files.createDirectory(folder.resolve("by-hand"));
    OutputParents.make(
        new org.apache.hadoop.fs.Path(folder.toUri().toString(), "models/clicks/m"), hadoop);
    assertThat(permissions(folder.resolve("models"))).isEqualTo(permissions(byHand));
    assertThat(permissions(folder.resolve("models/clicks"))).isEqualTo(permissions(byHand));
    assertThat(folder.resolve("models/clicks/m")).doesNotExist();
    assertThat(hadoop.get("fs.permissions.umask-mode")).isEqualTo("077");
  }

  @Test
  void followTheUsersUmaskOnHdfsAlthoughTheJobsClientHasAnother() throws IOException {
    Configuration conf = new Configuration();
    try (MiniDFSCluster hdfs =
        new MiniDFSCluster.Builder(conf, folder.resolve("hdfs").toFile()).numDataNodes(0).build()) {
      Configuration hadoop = new Configuration(hdfs.getConfiguration(0));
      hadoop.set("fs.permissions.umask-mode", "027");
      OutputParents.keepUmask(hadoop);
      FileSystem files = hdfs.getFileSystem();
      FileSystem ofTheJob = FileSystem.newInstance(files.getUri(), hadoop);
      ofTheJob.mkdirs(new org.apache.hadoop.fs.Path("/job"));
      OutputParents.make(
          new org.apache.hadoop.fs.Path(files.getUri() + "/models/clicks/m"), hadoop);
      assertThat(permissions(files, "/job")).isEqualTo("rwx------");
      assertThat(permissions(files, "/models")).isEqualTo("rwxr-x---");
      assertThat(permissions(files, "/models/clicks")).isEqualTo("rwxr-x---");
      ofTheJob.close();
    }
  }

  private static String permissions(FileSystem files, String path) throws IOException {
    return files.getFileStatus(new org.apache.hadoop.fs.Path(path)).getPermission().toString();
  }
}
