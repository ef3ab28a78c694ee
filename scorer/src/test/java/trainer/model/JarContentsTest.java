package trainer.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the jar to Java 11, to a size, and to the JDK alone. */
class JarContentsTest {
  private static final int JAVA_11 = 55;
  private static final long MOST_BYTES = 1_500_000;

  @Test
  void everyClassIsForJava11() throws IOException {
    List<Path> classes = classes();
    assertThat(classes).hasSizeGreaterThan(30);
    for (Path file : classes) {
      assertThat(ByteBuffer.wrap(Files.readAllBytes(file)).getInt(4))
          .as("%s", file)
          .isEqualTo(JAVA_11);
    }
  }

  @Test
  void theClassesAreSmall() throws IOException {
    long bytes = 0;
    for (Path file : classes()) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isBetween(10_000L, MOST_BYTES);
  }

  @Test
  void noDependencyIsOfMoreThanTheTests() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    List<String> dependencies =
        Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL)
            .matcher(pom)
            .results()
            .map(found -> found.group())
            .toList();
    assertThat(dependencies)
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one).contains("<scope>test</scope>"));
  }

  private static List<Path> classes() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("target/classes"))) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }
}
