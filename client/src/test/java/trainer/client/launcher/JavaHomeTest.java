package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaHomeTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"1.8.0_402, 8", "17.0.15, 17", "25, 25", "21-ea, 21", "what, 0"})
  void readsVersionsOfAnyAge(String text, int feature) {
    assertThat(JavaHome.featureOf(text)).isEqualTo(feature);
  }

  @Test
  void prefersOurOwnVariable() throws Exception {
    String ours = fakeJava("ours", "25.0.1");
    String theirs = fakeJava("theirs", "17.0.1");
    JavaHome found = JavaHome.find(Map.of("TRAINER_JAVA_HOME", ours, "JAVA_HOME", theirs));
    assertThat(found.executable()).startsWith(ours);
    assertThat(found.version()).isEqualTo(25);
  }

  @Test
  void passesOverOneThatIsTooOld() throws Exception {
    String old = fakeJava("old", "1.8.0_402");
    String young = fakeJava("young", "17.0.1");
    JavaHome found = JavaHome.find(Map.of("JAVA_HOME", old, "PATH", young + "/bin"));
    assertThat(found.executable()).startsWith(young);
  }

  @Test
  void ourOwnVariableIsNeverPassedOver() throws Exception {
    String nowhere = folder.resolve("nowhere").toString();
    String old = fakeJava("old", "1.8.0_402");
    for (String wrong : List.of(nowhere, old)) {
      assertThatThrownBy(() -> JavaHome.find(Map.of("TRAINER_JAVA_HOME", wrong)))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("JAVA_NOT_FOUND: TRAINER_JAVA_HOME holds no Java 17")
          .hasMessageContaining(wrong);
    }
  }

  @Test
  void fallsBackToTheRunningOne() throws Exception {
    JavaHome found = JavaHome.find(Map.of("JAVA_HOME", folder.resolve("none").toString()));
    assertThat(found.executable()).startsWith(System.getProperty("java.home"));
  }

  @Test
  void saysWhatItFoundInstead() throws Exception {
    String old = fakeJava("old", "1.8.0_402");
    String running = System.setProperty("java.home", old);
    try {
      assertThatThrownBy(() -> JavaHome.find(Map.of("JAVA_HOME", old)))
          .isInstanceOf(LaunchException.class)
          .hasMessageStartingWith("JAVA_NOT_FOUND: ")
          .hasMessageContaining("JAVA_HOME: " + old)
          .hasMessageContaining("(Java 8)");
    } finally {
      System.setProperty("java.home", running);
    }
  }

  private String fakeJava(String name, String version) throws Exception {
    Path home = Files.createDirectories(folder.resolve(name));
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    Path java = Files.writeString(home.resolve("bin/java"), "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return home.toString();
  }
}
