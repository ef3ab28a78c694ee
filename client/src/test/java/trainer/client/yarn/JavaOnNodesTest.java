package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.config.ClientConfiguration;
import trainer.container.launch.Launch;
import trainer.core.config.Keys;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The Java that containers are told to run on. */
class JavaOnNodesTest {
  private final Map<String, String> entries = new LinkedHashMap<>();
  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void name() {
    file = temp.resolve("jdk.tar.gz");
  }

  private void write() throws IOException {
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(file)))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        byte[] bytes = entry.getValue().getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry header = new TarArchiveEntry(entry.getKey());
        header.setSize(bytes.length);
        tar.putArchiveEntry(header);
        tar.write(bytes);
        tar.closeArchiveEntry();
      }
    }
  }

  private static ClientConfiguration with(String... keys) {
    Map<String, String> set = new LinkedHashMap<>();
    for (int i = 0; i < keys.length; i += 2) {
      set.put(keys[i], keys[i + 1]);
    }
    return ClientConfiguration.of(List.of(), set, Map.of());
  }

  private String java() {
    ClientConfiguration given = with("trainer.java.archive", file.toString());
    return Launch.javaOnNode(JavaOnNodes.check(given).settings());
  }

  @Test
  void archiveIsSearchedForTheFolderOfItsJava() throws IOException {
    entries.put("./jdk-17.0.9/release", "JAVA_VERSION=\"17.0.9\"\nOS_NAME=\"Linux\"\n");
    entries.put("./jdk-17.0.9/bin/javac", "");
    entries.put("./jdk-17.0.9/bin/java", "");
    write();
    assertThat(java()).isEqualTo("java/jdk-17.0.9/bin/java");
  }

  @Test
  void archiveWithoutFolderIsTakenFromItsRoot() throws IOException {
    entries.put("bin/java", "");
    write();
    assertThat(java()).isEqualTo("java/bin/java");
  }

  @Test
  void archiveIsNamedAbsolutely() throws IOException {
    entries.put("jdk/bin/java", "");
    write();
    ClientConfiguration checked = JavaOnNodes.check(with("trainer.java.archive", file.toString()));
    assertThat(checked.settings().get(Keys.JAVA_ARCHIVE)).isEqualTo("file:" + file + "#jdk");
    assertThat(JavaOnNodes.check(checked).settings().get(Keys.JAVA_ARCHIVE))
        .isEqualTo("file:" + file + "#jdk");
  }

  @Test
  void oldJavaIsRefusedWithWhatWasFound() throws IOException {
    entries.put("jdk8/jre/bin/java", "");
    entries.put("jdk8/bin/java", "");
    entries.put("jdk8/release", "JAVA_VERSION=\"1.8.0_402\"");
    write();
    refused("it holds Java 8, and 17 is needed");
  }

  @Test
  void javaOfAnotherSystemIsRefused() throws IOException {
    entries.put("jdk/Contents/Home/bin/java", "");
    entries.put("jdk/Contents/Home/release", "JAVA_VERSION=\"17\"\nOS_NAME=\"Darwin\"");
    write();
    refused("it holds a Java for Darwin");
  }

  @Test
  void archiveOfSomethingElseIsRefused() throws IOException {
    entries.put("readme", "");
    write();
    refused("there is no bin/java in it");
  }

  @Test
  void missingArchiveIsRefused() {
    refused("there is no such file");
  }

  @Test
  void whatYarnDoesNotUnpackIsRefused() throws IOException {
    file = Files.writeString(temp.resolve("jdk.rpm"), "");
    refused("YARN unpacks");
  }

  private void refused(String why) {
    assertThatThrownBy(this::java)
        .isInstanceOfSatisfying(
            FailureException.class,
            e -> {
              assertThat(e.failure().kind()).isEqualTo(FailureKind.JAVA_NOT_FOUND);
              assertThat(e.failure().message()).contains(why).contains(file.toString());
            });
  }

  @Test
  void homeAndArchiveTogetherAreRefused() {
    ClientConfiguration both =
        with("trainer.java.home", "/opt/jdk", "trainer.java.archive", "/x.tar.gz");
    assertThatThrownBy(() -> JavaOnNodes.check(both))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("CONFIG_CONFLICT");
  }

  @Test
  void homeThatCannotStandOnCommandLineIsRefused() {
    for (String bad : List.of("jdk", "/opt/my jdk", "/opt/$(reboot)", "/opt/a;b")) {
      assertThatThrownBy(() -> JavaOnNodes.check(with("trainer.java.home", bad)))
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("trainer.java.home");
    }
  }
}
