package trainer.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.learning.batch.BatchModel;
import trainer.learning.batch.BatchModels;

/** The packaged jar, in a class loader that sees Java, Trainer's own classes and the jar alone. */
@EnabledIfSystemProperty(named = PackagedJarTest.JAR_PROPERTY, matches = ".+")
class PackagedJarTest {
  /** Set once the jar is there. */
  static final String JAR_PROPERTY = "trainer.onnx.jar";

  private static final Path JAR = Path.of(System.getProperty(JAR_PROPERTY, ""));

  /** Like the class loader of user jars. */
  private static final class JarClasses extends URLClassLoader {
    JarClasses() throws IOException {
      super(new URL[] {JAR.toUri().toURL()}, getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isTrainers = name.startsWith("trainer.core.") || name.startsWith("trainer.learning.");
      return isTrainers
          ? PackagedJarTest.class.getClassLoader().loadClass(name)
          : super.loadClass(name, resolve);
    }
  }

  @Test
  void scoresTextsFromTheJarAlone(@TempDir Path folder) throws IOException {
    List<String> before = files(Path.of(System.getProperty("user.home")));
    try (URLClassLoader classes = new JarClasses()) {
      List<BatchModels> services =
          ServiceLoader.load(BatchModels.class, classes).stream()
              .map(ServiceLoader.Provider::get)
              .toList();
      assertThat(services).hasSize(1);
      assertThat(services.get(0).getClass()).isNotEqualTo(OnnxModels.class);
      assertThat(services.get(0).extension()).isEqualTo(".onnx");
      Settings settings = Settings.of(Map.of("trainer.onnx.text", "body"));
      try (BatchModel one = services.get(0).open(Models.miniLm(), settings, folder);
          BatchModel two = services.get(0).open(Models.miniLm(), settings, folder)) {
        float[][] outputs = Models.compute(one, new String[] {"hello"});
        assertThat(outputs[0]).hasSize(384);
        assertThat(Models.compute(two, new String[] {"hello"})).isDeepEqualTo(outputs);
      }
    }
    assertThat(files(folder))
        .containsExactlyInAnyOrder(
            "libonnxruntime.so", "libonnxruntime4j_jni.so", "libtokenizers.so");
    assertThat(files(Path.of(System.getProperty("user.home")))).isEqualTo(before);
    assertThat(System.getProperty("onnxruntime.native.path")).isNull();
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void hasLibrariesForLinuxAloneAndTheLicencesOfAll() throws IOException {
    Map<String, Long> names = new TreeMap<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      jar.stream()
          .filter(entry -> !entry.isDirectory())
          .forEach(entry -> names.put(entry.getName(), entry.getSize()));
      try (InputStream notice =
          jar.getInputStream(jar.getEntry("META-INF/licenses/tokenizers/NOTICE"))) {
        assertThat(new String(notice.readAllBytes(), StandardCharsets.UTF_8))
            .contains("tokenizers-0.21.1");
      }
    }
    assertThat(names.keySet().stream().filter(name -> !name.endsWith(".class")))
        .containsExactlyInAnyOrder(
            "GIT_COMMIT_ID",
            "META-INF/LICENSE",
            "META-INF/MANIFEST.MF",
            "META-INF/licenses/onnxruntime/LICENSE",
            "META-INF/licenses/tokenizers/NOTICE",
            "META-INF/maven/trainer/trainer-onnx/pom.properties",
            "META-INF/maven/trainer/trainer-onnx/pom.xml",
            "META-INF/services/trainer.learning.batch.BatchModels",
            "ThirdPartyNotices.txt",
            "ai/onnxruntime/native/linux-aarch64/libonnxruntime.so",
            "ai/onnxruntime/native/linux-aarch64/libonnxruntime4j_jni.so",
            "ai/onnxruntime/native/linux-x64/libonnxruntime.so",
            "ai/onnxruntime/native/linux-x64/libonnxruntime4j_jni.so",
            "native/lib/linux-aarch64/cpu/libtokenizers.so",
            "native/lib/linux-x86_64/cpu/libtokenizers.so");
    assertThat(names.keySet().stream().filter(name -> name.endsWith(".class")))
        .allMatch(
            name ->
                name.startsWith("trainer/onnx/")
                    || name.startsWith("ai/onnxruntime/")
                    || name.startsWith("ai/djl/huggingface/tokenizers/jni/"));
  }
}
