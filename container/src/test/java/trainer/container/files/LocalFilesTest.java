package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalFilesTest {
  @TempDir java.nio.file.Path folder;

  @Test
  void foldersAndFilesGetTheirPermissions() throws Exception {
    FileSystem files = open(new Configuration());
    Path inner = new Path(folder.resolve("a/b").toUri());
    files.mkdirs(inner, new FsPermission((short) 0700));
    files.create(new Path(inner, "file")).close();
    files.setPermission(new Path(inner, "file"), new FsPermission((short) 0640));
    assertThat(permissions("a/b")).isEqualTo("rwx------");
    assertThat(permissions("a/b/file")).isEqualTo("rw-r-----");
  }

  @Test
  void theUmaskHolds() throws Exception {
    Configuration hadoop = new Configuration();
    hadoop.set("fs.permissions.umask-mode", "077");
    FileSystem files = open(hadoop);
    files.create(new Path(folder.resolve("file").toUri())).close();
    assertThat(permissions("file")).isEqualTo("rw-------");
    assertThat(permissions(".file.crc")).isEqualTo("rw-------");
  }

  @Test
  void theStickyBitIsSet() throws Exception {
    FileSystem files = open(new Configuration());
    Path path = new Path(folder.resolve("shared").toUri());
    files.mkdirs(path);
    files.setPermission(path, new FsPermission((short) 01777));
    assertThat(files.getFileStatus(path).getPermission().getStickyBit()).isTrue();
  }

  @Test
  void theConfigurationDecides() throws Exception {
    Configuration hadoop = new Configuration();
    hadoop.set("fs.file.impl", LocalFileSystem.class.getName());
    assertThat(open(hadoop)).isExactlyInstanceOf(LocalFileSystem.class);
    assertThat(open(new Configuration())).isExactlyInstanceOf(LocalFiles.class);
  }

  private static FileSystem open(Configuration hadoop) throws IOException {
    LocalFiles.use(hadoop);
    return FileSystem.newInstance(URI.create("file:///"), hadoop);
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }
}
