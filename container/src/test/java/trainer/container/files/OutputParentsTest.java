package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
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
}
