package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesJarTest {
  private static final String NEW = "Manifest-Version: 1.0\nMulti-Release: true\n\n";
  private static final String OLD = "Manifest-Version: 1.0\n\n";

  @TempDir Path folder;
  private Path lib;

  @BeforeEach
  void lib() throws IOException {
    lib = Files.createDirectory(folder.resolve("lib"));
  }

  @Test
  void listsOfServicesArePutTogetherAndOfOthersTheFirstIsTaken() throws Exception {
    jar("b.jar", OLD, "META-INF/services/x.Y", "b.Y", "LICENSE", "of b");
    jar(
        "a.jar",
        OLD,
        "META-INF/services/x.Y",
        "a.Y\n",
        "META-INF/INDEX.LIST",
        "",
        "LICENSE",
        "a's");

    Map<String, String> found = written();

    assertThat(found.get("META-INF/services/x.Y")).isEqualTo("a.Y\n\nb.Y\n");
    assertThat(found).containsEntry("LICENSE", "a's").doesNotContainKey("META-INF/INDEX.LIST");
  }

  @Test
  void aFolderIsFoundAsBefore() throws Exception {
    jar("a.jar", OLD, "webapps/", "", "webapps/page.html", "a page");
    jar("b.jar", OLD, "webapps/", "", "webapps/other.html", "another");

    assertThat(written()).containsKeys("webapps/", "webapps/page.html", "webapps/other.html");
  }

  @Test
  void ofTheClassesForNewerJavasThoseOfThisOneAreTaken() throws Exception {
    jar(
        "a.jar",
        NEW,
        "META-INF/versions/9/x/Y.class",
        "of 9",
        "x/Y.class",
        "of 8",
        "META-INF/versions/17/x/Y.class",
        "of 17",
        "META-INF/versions/21/x/Y.class",
        "of 21",
        "META-INF/versions/9/module-info.class",
        "module",
        "META-INF/versions/11/x/Z.class",
        "only in 11");
    jar("b.jar", OLD, "META-INF/versions/9/x/W.class", "of 9", "x/W.class", "of 8");

    assertThat(written())
        .containsEntry("x/Y.class", "of 17")
        .containsEntry("x/Z.class", "only in 11")
        .containsEntry("x/W.class", "of 8")
        .doesNotContainKey("module-info.class")
        .noneSatisfy((name, text) -> assertThat(name).startsWith("META-INF/versions"));
  }

  @Test
  void whatJavasOwnLoadersPassOverIsPassedOver() throws Exception {
    jar(
        "a.jar",
        NEW,
        "META-INF/services/x.Y",
        "a.Y",
        "META-INF/versions/9/META-INF/services/x.Y",
        "a.New",
        "META-INF/versions/next/x/Y.class",
        "of no version",
        "META-INF/versions/8/x/Y.class",
        "of 8",
        "META-INF/versions/99999999999/x/Y.class",
        "of a large one",
        "META-INF/versions/9/",
        "");

    assertThat(written()).containsOnlyKeys("META-INF/services/x.Y").containsValue("a.Y\n");
  }

  @Test
  void whoIsInterruptedEnds() throws IOException {
    jar("a.jar", OLD, "x/Y.class", "of a");

    Thread.currentThread().interrupt();

    assertThatThrownBy(this::written).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void signedJarsAndOurOwnStayAsTheyAre() throws Exception {
    Path signed = jar("a-signed.jar", OLD, "META-INF/KEY.SF", "", "x/Signed.class", "signed");
    Path ours = jar("trainer-core.jar", OLD, "trainer/Our.class", "ours");
    jar("z.jar", OLD, "x/Z.class", "z");

    Path target = folder.resolve("libraries.jar");
    String classPath = LibrariesJar.write(lib.toFile().listFiles(), 17, target);

    assertThat(classPath.split(File.pathSeparator, -1))
        .containsExactly(target.toString(), signed.toString(), ours.toString());
    assertThat(entries(target)).containsOnlyKeys("x/Z.class");
  }

  private Map<String, String> written() throws Exception {
    Path target = folder.resolve("libraries.jar");
    String unused = LibrariesJar.write(lib.toFile().listFiles(), 17, target);
    return entries(target);
  }

  private static Map<String, String> entries(Path jar) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    try (JarFile from = new JarFile(jar.toFile())) {
      for (JarEntry entry : from.stream().toList()) {
        try (InputStream in = from.getInputStream(entry)) {
          entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      }
    }
    return entries;
  }

  private Path jar(String name, String manifest, String... entries) throws IOException {
    Path jar = lib.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      put(out, "META-INF/MANIFEST.MF", manifest);
      for (int i = 0; i < entries.length; i += 2) {
        put(out, entries[i], entries[i + 1]);
      }
    }
    return jar;
  }

  private static void put(JarOutputStream out, String name, String text) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.closeEntry();
  }
}
