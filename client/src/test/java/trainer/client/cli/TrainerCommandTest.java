package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

class TrainerCommandTest {
  @TempDir private Path folder;

  private record Result(int exitCode, String out, String err) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "submit",
        "list",
        "status",
        "attach",
        "logs",
        "kill",
        "generate",
        "model",
        "evaluate",
        "conf",
        "demo"
      })
  void everyVerbHelps(String verb) {
    Result result = run(verb, "--help");
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("Usage: trainer " + verb);
  }

  @Test
  void everyVerbIsKnownByTheNameItHas() {
    TrainerCommand.VERBS.forEach(
        (name, verb) -> assertThat(verb.getAnnotation(Command.class).name()).isEqualTo(name));
    assertThat(TrainerCommand.of(new String[] {"--help"}).getSubcommands().keySet())
        .containsExactlyElementsOf(TrainerCommand.VERBS.keySet());
    assertThat(TrainerCommand.of(new String[] {"submit", "--help"}).getSubcommands())
        .containsOnlyKeys("submit");
  }

  @Test
  void badFlagIsOneLineAndExitCode2() {
    Result result = run("submit", "--wrokers", "3");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("ERROR BAD_FLAGS: ").contains("--wrokers");
  }

  @Test
  void showsWhereEachValueComesFrom() {
    Result result = run("conf", "show", "-Dtrainer.workers=3");
    assertThat(result.out())
        .contains("trainer.workers=3  (-D)")
        .contains("trainer.workers.max=3  (default, as trainer.workers)")
        .contains("trainer.epochs=1  (default)")
        .contains("trainer.input  (not set)");
  }

  @Test
  void explainsOneKey() {
    Result result = run("conf", "explain", "trainer.heartbeat.interval", "--json");
    assertThat(result.out()).contains("\"default\" : \"1s\"").contains("How often pservers");
    Result near = run("conf", "explain", "trainer.epoch");
    assertThat(near.exitCode()).isEqualTo(49);
    assertThat(near.err()).contains("trainer.epochs");
  }

  @Test
  void badPatternOfLogsIsBadFlag() {
    Result result = run("logs", "application_1_0001", "--grep", "(");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("no regular expression");
  }

  @Test
  void unknownKeyNamesTheNearest() {
    Result result = run("submit", "-Dtrainer.epoch=3", "--input", "x", "--output", "y");
    assertThat(result.exitCode()).isEqualTo(49);
    assertThat(result.err()).startsWith("ERROR CONFIG_UNKNOWN: ").contains("trainer.epochs");
  }

  @Test
  void badValueNamesKeyAndSource() {
    Result result = run("submit", "--epochs", "many", "--input", "x", "--output", "y");
    assertThat(result.exitCode()).isEqualTo(49);
    assertThat(result.err()).startsWith("ERROR CONFIG_INVALID: ").contains("trainer.epochs");
  }

  @Test
  void missingInputIsFoundBeforeAnythingStarts() {
    Result result =
        run(
            "submit",
            "--master",
            "local",
            "--input",
            folder.resolve("none").toString(),
            "--output",
            folder.resolve("model").toString());
    assertThat(result.exitCode()).isEqualTo(44);
    assertThat(result.err()).startsWith("ERROR INPUT_NOT_FOUND: ");
  }

  @Test
  void existingOutputIsRefused() {
    Result result =
        run("submit", "--master", "local", "--input", "pom.xml", "--output", folder.toString());
    assertThat(result.exitCode()).isEqualTo(45);
    assertThat(result.err()).startsWith("ERROR OUTPUT_EXISTS: ").contains("--overwrite");
  }

  @Test
  void onlyAModelIsOverwritten() throws Exception {
    Files.writeString(folder.resolve("precious"), "not a model");
    String output = folder.toString();
    Result result =
        run("submit", "--master", "local", "--input", "pom.xml", "--output", output, "--overwrite");
    assertThat(result.exitCode()).isEqualTo(45);
    assertThat(result.err()).startsWith("ERROR OUTPUT_EXISTS: ").contains("no model");
    assertThat(folder.resolve("precious")).hasContent("not a model");
  }

  @Test
  void unknownModelIsFoundBeforeAnythingStarts() {
    Result result =
        run("submit", "--master", "local", "--model", "no.Such", "--input", "x", "--output", "y");
    assertThat(result.exitCode()).isEqualTo(44);
    assertThat(result.err()).startsWith("ERROR CLASS_NOT_FOUND: ");
  }

  @Test
  void localRunCannotBeDetached() {
    Result result = run("submit", "--master", "local", "--detach");
    assertThat(result.exitCode()).isEqualTo(2);
  }

  private static Result run(String... args) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(outBytes, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(errBytes, true, StandardCharsets.UTF_8));
      int exitCode = TrainerCommand.run(args);
      return new Result(
          exitCode,
          outBytes.toString(StandardCharsets.UTF_8),
          errBytes.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
