package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.testkit.CompiledJar;

/** Data on a file system whose classes are in a jar of {@code trainer.classpath.extra}. */
class ExtraClassPathTest {
  /** The local file system under another name. */
  private static final String SOURCE =
      """
      package com.example;

      import java.net.URI;
      import org.apache.hadoop.fs.RawLocalFileSystem;

      public class ToyFileSystem extends RawLocalFileSystem {
        @Override
        public String getScheme() {
          return "toy";
        }

        @Override
        public URI getUri() {
          return URI.create("toy:///");
        }
      }
      """;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static Path jar;
  private static Path data;
  private static String plain;

  @BeforeAll
  static void trainsOnPlainFiles() throws Exception {
    client = new TrainerClient(home);
    data = home.resolve("data");
    client
        .run("generate", "--kind", "clicks", "--records", "4000", "--output", data.toString())
        .ok();
    jar = CompiledJar.of(home.resolve("toy.jar"), Map.of("com.example.ToyFileSystem", SOURCE));
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      Files.createDirectories(zip.getPath("META-INF/services"));
      Files.writeString(
          zip.getPath("META-INF/services/org.apache.hadoop.fs.FileSystem"),
          "com.example.ToyFileSystem\n",
          StandardCharsets.UTF_8);
    }
    plain = trained(data.toUri(), "plain", "--master", "local");
  }

  private static URI toy() {
    return URI.create("toy:" + data.toUri().getPath());
  }

  /** The id of the model. */
  private static String trained(URI input, String output, String... more) throws Exception {
    return submit(input, output, more).ok().json().path("modelId").asText();
  }

  private static TrainerClient.Result submit(URI input, String output, String... more)
      throws Exception {
    List<String> args = new ArrayList<>(List.of("submit", "--json"));
    args.addAll(List.of("--input", input.toString()));
    args.addAll(List.of("--output", home.resolve(output).toUri().toString()));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of(more));
    return client.run(args.toArray(new String[0]));
  }

  @Test
  void localProcessesFindAFileSystemThatAJarRegisters() throws Exception {
    String jars = "-Dtrainer.classpath.extra=" + home + "/toy*.jar";
    assertThat(plain).isNotBlank();
    assertThat(trained(toy(), "local", "--master", "local", jars)).isEqualTo(plain);
  }

  @Test
  void containersOfAClusterFindItToo() throws Exception {
    String jars = "-Dtrainer.classpath.extra=" + jar;
    assertThat(trained(toy(), "embedded", "--master", "embedded", jars)).isEqualTo(plain);
  }

  @Test
  void theErrorWithoutTheJarNamesTheKey() throws Exception {
    TrainerClient.Result result = submit(toy(), "none", "--master", "local");
    assertThat(result.err())
        .contains("No FileSystem for scheme")
        .contains("trainer.classpath.extra");
  }
}
