package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.job.UserJar;
import trainer.data.file.TablePlanner;
import trainer.testkit.CompiledJar;

class UserJarsTest {
  @TempDir private Path folder;

  private Path jar(String name, String className) throws Exception {
    return CompiledJar.of(
        folder.resolve(name), Map.of(className, "public class " + className + " {}"));
  }

  private static UserJars find(Object... names) {
    String list = String.join(",", java.util.Arrays.stream(names).map(Object::toString).toList());
    Configuration hadoop = new Configuration();
    hadoop.set("fs.defaultFS", "hdfs://nobody.invalid:1");
    return UserJars.of(hadoop, Settings.of(Map.of("trainer.jars", list)));
  }

  @Test
  void namesThemByTheirContentWhereverTheyAre() throws Exception {
    Path one = jar("one.jar", "One");
    Path two = jar("two.jar", "Two");
    Path again = Files.copy(one, folder.resolve("again.jar"));
    UserJars jars = find(one, two.toUri(), again);
    assertThat(jars.named()).extracting(UserJar::name).containsExactly(one + "", two.toUri() + "");
    assertThat(jars.classes().loadClass("Two").getName()).isEqualTo("Two");
    Map<String, ByteArrayOutputStream> copies = new HashMap<>();
    jars.copyTo(jar -> copies.computeIfAbsent(jar.path(), path -> new ByteArrayOutputStream()));
    assertThat(copies).hasSize(2);
    assertThat(copies.get(jars.named().get(0).path()).toByteArray())
        .isEqualTo(Files.readAllBytes(one));
  }

  @Test
  void aJarWithAPlannerOfTablesStaysInTheClient() throws Exception {
    Path planner = jar("planner.jar", "Planner");
    URI zip = URI.create("jar:" + planner.toUri());
    try (FileSystem inside = FileSystems.newFileSystem(zip, Map.of())) {
      Path services = Files.createDirectories(inside.getPath("META-INF/services"));
      Files.writeString(services.resolve(TablePlanner.class.getName()), "Planner");
    }
    UserJars jars = find(planner, jar("model.jar", "Model"));
    assertThat(jars.named()).hasSize(1).allMatch(jar -> jar.name().endsWith("model.jar"));
    ClassLoader planning = jars.planning(new Configuration(false)).getClassLoader();
    assertThat(planning.loadClass("Planner").getName()).isEqualTo("Planner");
    assertThatThrownBy(() -> planning.loadClass("Model"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void refusesWhatIsNoJar() throws Exception {
    assertThatThrownBy(() -> find(folder.resolve("none.jar")))
        .hasMessageContaining("CLASS_NOT_FOUND")
        .hasMessageContaining("none.jar");
    Path text = Files.writeString(folder.resolve("text.jar"), "text");
    assertThatThrownBy(() -> find(text))
        .hasMessageContaining("CLASS_WRONG_TYPE")
        .hasMessageContaining("text.jar");
    assertThatThrownBy(() -> find(folder)).hasMessageContaining(folder.toString());
  }

  @Test
  void refusesALocalPathWithAHostAndShowsTheRightForm() {
    assertThatThrownBy(() -> find("file://a/b.jar"))
        .hasMessageContaining("CONFIG_INVALID")
        .hasMessageContaining("'file://a/b.jar' names a host, a, and a local path has none")
        .hasMessageContaining("trainer.jars")
        .hasMessageContaining("write file:///a/b.jar or /a/b.jar");
  }

  @Test
  void refusesAJarThatChangesMeanwhile() throws Exception {
    Path one = jar("one.jar", "One");
    UserJars jars = find(one);
    Files.copy(jar("two.jar", "Two"), one, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> jars.copyTo(jar -> OutputStream.nullOutputStream()))
        .hasMessageContaining("changed while it was submitted");
  }
}
