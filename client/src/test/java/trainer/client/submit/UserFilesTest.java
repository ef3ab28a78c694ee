package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.UserFile;

class UserFilesTest {
  private final Configuration hadoop = new Configuration();

  private static final JobId JOB = new JobId("application_1_0001", 1);

  @TempDir private Path folder;
  private Path words;
  private Path zip;

  @BeforeEach
  void files() throws Exception {
    words = Files.writeString(folder.resolve("words.txt"), "here");
    zip = folder.resolve("some.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("a/inner.txt"));
      out.write('i');
      out.closeEntry();
    }
  }

  private UserFiles of(String files, String archives) {
    return UserFiles.of(
        hadoop, Settings.of(Map.of("trainer.files", files, "trainer.archives", archives)));
  }

  @Test
  void areFoundInAWorkingFolderUnderTheirOwnNamesOrTheGivenOnes() throws Exception {
    Path work = Files.createDirectory(folder.resolve("work"));

    of(words + "," + words + "#other", zip + "#dictionary").localize(work);

    assertThat(work.resolve("words.txt")).hasContent("here");
    assertThat(work.resolve("other")).hasContent("here");
    assertThat(work.resolve("dictionary/a/inner.txt")).hasContent("i");
    assertThat(work.toFile().list()).containsExactlyInAnyOrder("words.txt", "other", "dictionary");
  }

  @Test
  void areCopiedToWhereTheSettingsSayThatNodesFetchThem() throws Exception {
    UserFiles files = of(words + "#w", zip.toString());
    JobFolder job = new JobFolder(folder.resolve("job").toUri().toString());

    files.copyTo(job, JOB);

    for (UserFile file : UserFile.of(Settings.of(files.settings()))) {
      assertThat(file.source()).startsWith("file:");
      assertThat(Path.of(java.net.URI.create(file.place(job, JOB)))).exists();
    }
  }

  @Test
  void elsewhereTheyStayWhereTheyAre() {
    UserFile file =
        UserFile.of(Settings.of(Map.of("trainer.files", "hdfs://nn/a/big.bin#b"))).get(0);

    assertThat(file.place(new JobFolder("hdfs://nn/job"), JOB)).isEqualTo("hdfs://nn/a/big.bin");
    assertThat(file.link()).isEqualTo("b");
  }

  @Test
  void refusesWhatCannotBeThere() {
    assertThatThrownBy(() -> of(folder + "/none.txt", ""))
        .hasMessageContaining("INPUT_NOT_FOUND: there is no such file — trainer.files: ");
    assertThatThrownBy(() -> of("", words.toString()))
        .hasMessageContaining("CONFIG_INVALID: no archive by its name — trainer.archives: ");
    assertThatThrownBy(() -> of(words + "," + words, ""))
        .hasMessageContaining("two are called words.txt");
    for (String name : new String[] {"bundle", "a/b", "..", ""}) {
      assertThatThrownBy(() -> of(words + "#" + name, "")).hasMessageContaining("CONFIG_INVALID");
    }
  }
}
