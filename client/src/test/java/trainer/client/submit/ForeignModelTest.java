package trainer.client.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.config.ClientConfiguration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.learning.batch.BatchModels;
import trainer.testkit.CompiledJar;

/** Scoring with a model of another program, by a library made here. */
class ForeignModelTest {
  /** Its models say in words which records they take. */
  private static final String LIBRARY =
      """
      package com.example;

      import java.io.IOException;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.List;
      import trainer.core.config.Settings;
      import trainer.core.failure.FailureException;
      import trainer.core.failure.FailureKind;
      import trainer.learning.batch.BatchModel;
      import trainer.learning.batch.BatchModelFile;
      import trainer.learning.batch.BatchModels;
      import trainer.learning.batch.RecordBatch;

      public class Library implements BatchModels {
        public String extension() {
          return ".onnx";
        }

        public BatchModel open(BatchModelFile file, Settings settings, Path folder)
            throws IOException {
          String content = Files.readString(file.content());
          if (!content.equals("files") && !content.equals("columns")) {
            throw new FailureException(
                FailureKind.MODEL_CORRUPT, "no model", file.location(), "give another");
          }
          return new BatchModel() {
            public List<String> columns() {
              return takesFiles() ? List.of() : List.of("age", "pay, net");
            }

            public boolean takesFiles() {
              return content.equals("files");
            }

            public List<String> outputs() {
              return List.of("y");
            }

            public int batch() {
              return 4;
            }

            public List<String> lines() {
              return List.of("a model of " + content);
            }

            public int memoryMb() {
              return 100;
            }

            public RecordBatch newBatch() {
              throw new IllegalStateException("nothing is computed before the start");
            }

            public void close() {}
          };
        }
      }
      """;

  @TempDir private static Path home;
  private static Path jar;
  @TempDir private Path folder;

  @BeforeAll
  static void makesTheLibrary() throws IOException {
    jar = CompiledJar.of(home.resolve("trainer-onnx.jar"), Map.of("com.example.Library", LIBRARY));
    try (FileSystem inside =
        FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
      Path services = Files.createDirectories(inside.getPath("META-INF/services"));
      Files.writeString(services.resolve(BatchModels.class.getName()), "com.example.Library");
    }
  }

  private Path model(String content) throws IOException {
    return Files.writeString(folder.resolve("m.onnx"), content);
  }

  private static ClientConfiguration configuration(Path model, String... keysAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("trainer.score.model-uri", model.toUri().toString());
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.put("trainer." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return ClientConfiguration.of(List.of(), properties, Map.of());
  }

  private static ForeignModel.Applied apply(Path model, String... keysAndValues) {
    ClientConfiguration given =
        configuration(model, keysAndValues).with(Map.of("trainer.jars", jar.toString()));
    return ForeignModel.apply(given, UserJars.of(given.hadoop(), given.settings()));
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Path model, String... keysAndValues) {
    return assertThatThrownBy(() -> apply(model, keysAndValues));
  }

  @Test
  void isNamedByTheEndOfAFilesName() {
    assertThat(ForeignModel.isNamed(configuration(Path.of("/m/a.ONNX")).settings())).isTrue();
    assertThat(ForeignModel.isNamed(configuration(Path.of("/m/onnx")).settings())).isFalse();
    assertThat(ForeignModel.isNamed(Settings.of(Map.of()))).isFalse();
  }

  @Test
  void givesTheJobWhatItsWorkersNeed() throws IOException {
    ForeignModel.Applied applied = apply(model("columns"));
    Settings settings = applied.configuration().settings();
    assertThat(applied.lines()).containsExactly("a model of columns");
    assertThat(settings.get(Keys.SCORE_COLUMNS)).isEqualTo("age,\"pay, net\"");
    assertThat(settings.get(Keys.SCORE_BATCH)).isEqualTo(4);
    assertThat(settings.get(Keys.SCORE_MODEL_MB)).isEqualTo(100);
    assertThat(settings.get(Keys.WORKER_NATIVE_MB)).isEqualTo(100);
    assertThat(settings.get(Keys.PSERVERS)).isZero();
    assertThat(settings.get(Keys.LABEL_REQUIRED)).isFalse();
    assertThat(settings.appliesForeignModel()).isTrue();
    assertThat(settings.get(Keys.SCORE_MODEL_ID)).matches("[0-9a-f]{64}");
  }

  @Test
  void theModelIdCoversTheTokenizerBesideTheModel() throws IOException {
    Path model = model("columns");
    String alone = apply(model).configuration().settings().get(Keys.SCORE_MODEL_ID);
    Files.writeString(folder.resolve("tokenizer.json"), "{}");
    assertThat(apply(model).configuration().settings().get(Keys.SCORE_MODEL_ID))
        .isNotEqualTo(alone);
  }

  @Test
  void aModelOfWholeFilesSetsTheFormatOfTheInput() throws IOException {
    Path model = model("files");
    Settings settings = apply(model).configuration().settings();
    assertThat(settings.get(Keys.INPUT_FORMAT)).isEqualTo("file");
    assertThat(settings.get(Keys.SCORE_COLUMNS)).isEmpty();
    assertThat(settings.appliesForeignModel()).isTrue();
    assertThat(apply(model, "input.format", "file").lines()).hasSize(1);
    assertRefused(model, "input.format", "csv")
        .hasMessageContaining("CONFIG_CONFLICT: the model takes whole files, such as images")
        .hasMessageContaining("trainer.input.format — leave it out");
  }

  @Test
  void refusesSettingsOfTraining() throws IOException {
    Path model = model("columns");
    for (String key : List.of("label", "weight", "features", "pservers")) {
      assertRefused(model, key, "1")
          .hasMessageContaining(
              "CONFIG_CONFLICT: the model is another program's, and has no use for trainer." + key)
          .hasMessageEndingWith("m.onnx — leave it out");
    }
  }

  @Test
  void refusesColumnsOfSuchAModelForAnyOtherJob() {
    Path own = folder.resolve("model");
    for (String other : List.of("score.model-uri", "import.format", "model")) {
      String value = other.equals("import.format") ? "avro" : own.toString();
      Map<String, String> properties = Map.of("trainer." + other, value);
      ClientConfiguration given =
          ClientConfiguration.of(List.of(), properties, Map.of())
              .with(Map.of("trainer.score.columns", ""));
      UserJars none = UserJars.of(given.hadoop(), given.settings());
      assertThatThrownBy(() -> JobModel.of(given, none))
          .hasMessageContaining("CONFIG_CONFLICT: only a model of another program reads columns")
          .hasMessageContaining("trainer.score.columns — leave it out");
    }
  }

  @Test
  void refusesAJobOfMetricsAlone() throws IOException {
    assertRefused(model("columns"), "score.output-format", "none")
        .hasMessageContaining("only a model of Trainer's has metrics")
        .hasMessageContaining("give csv, avro or parquet");
  }

  @Test
  void refusesWorkersWithoutRoomForTheModel() throws IOException {
    Path model = model("columns");
    assertRefused(model, "worker.native-mb", "99")
        .hasMessageContaining(
            "RESOURCE_TOO_LARGE: the model takes about 100 MB outside Java's heap")
        .hasMessageContaining("m.onnx, trainer.worker.native-mb is 99")
        .hasMessageContaining("set trainer.worker.native-mb to 100; for a pool with session start");
    assertRefused(model, "worker.memory-mb", "300")
        .hasMessageContaining("set trainer.worker.memory-mb to 356 or more");
    assertThat(
            apply(model, "worker.native-mb", "120")
                .configuration()
                .settings()
                .get(Keys.WORKER_NATIVE_MB))
        .isEqualTo(120);
  }

  @Test
  void refusesFilesThatAreNoModel() throws IOException {
    assertRefused(folder.resolve("none.onnx"))
        .hasMessageContaining("MODEL_NOT_FOUND: there is no such file")
        .hasMessageContaining("none.onnx");
    assertRefused(Files.createDirectory(folder.resolve("folder.onnx")))
        .hasMessageContaining("MODEL_CORRUPT: it is a folder, not a file");
    assertRefused(model("")).hasMessageContaining("MODEL_CORRUPT: the file is empty");
    assertRefused(model("damaged"))
        .hasMessageContaining("MODEL_CORRUPT: no model")
        .hasMessageContaining("m.onnx — give another");
    Files.createFile(folder.resolve("tokenizer.json"));
    assertRefused(model("columns"))
        .hasMessageContaining("MODEL_CORRUPT: the file is empty")
        .hasMessageContaining("tokenizer.json");
  }

  @Test
  void refusesAModelWithoutItsLibrary() throws IOException {
    ClientConfiguration given = configuration(model("columns"));
    UserJars none = UserJars.of(given.hadoop(), given.settings());
    assertThatThrownBy(() -> ForeignModel.apply(given, none))
        .hasMessageContaining("CLASS_NOT_FOUND: a model of this kind needs trainer-onnx.jar")
        .hasMessageContaining("put it beside trainer-client.jar, or give it with --jars");
  }

  @Test
  void takesTheLibraryBesideTheClientUnlessOneIsGiven() throws IOException {
    Path model = model("columns");
    assertThat(jarsWith(home, model)).isEqualTo(jar.toString());
    assertThat(jarsWith(home, model, "jars", "/a/b.jar")).isEqualTo("/a/b.jar," + jar);
    String own = "/mine/trainer-onnx.jar";
    assertThat(jarsWith(home, model, "jars", own)).isEqualTo(own);
    assertThat(jarsWith(folder, model)).isEmpty();
    assertThat(jarsWith(home, folder)).isEmpty();
  }

  private static String jarsWith(Path clientFolder, Path model, String... keysAndValues) {
    System.setProperty("trainer.client.folder", clientFolder.toString());
    try {
      return ForeignModel.withLibrary(configuration(model, keysAndValues))
          .settings()
          .find(Keys.JARS)
          .orElse("");
    } finally {
      System.clearProperty("trainer.client.folder");
    }
  }
}
