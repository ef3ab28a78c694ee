package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import trainer.core.config.Keys;
import trainer.learning.model.Models;

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
        (name, verb) -> {
          assertThat(verb.getAnnotation(Command.class).name()).isEqualTo(name);
          assertThat(verb.getSimpleName()).isEqualToIgnoringCase(name + "Command");
        });
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
  void optionsOfHadoopAreShownAsTheyAreTyped() {
    for (String verb : List.of("list", "submit")) {
      assertThat(run(verb, "--help").out())
          .contains("-D  key=value ", "-conf FILE ")
          .doesNotContain("-D=", "-conf=", "-files=");
    }
    assertThat(run("list", "--help").out()).contains("[-Dkey=value]...", "--newest=N");
  }

  @Test
  void everyCommandIsDescribedInWholeSentences() {
    for (CommandLine command : all(TrainerCommand.of(new String[0]))) {
      String[] description = command.getCommandSpec().usageMessage().description();
      assertThat(description)
          .as(command.getCommandName())
          .isNotEmpty()
          .allMatch(s -> s.endsWith("."));
    }
  }

  @Test
  void examplesAreOneLineEachHoweverWideTheHelpIs() {
    for (CommandLine command : all(TrainerCommand.of(new String[0]))) {
      HelpLayout.apply(command, Map.of("COLUMNS", "60"));
      assertThat(command.getUsageMessage().lines())
          .as(command.getCommandName())
          .containsAll(List.of(command.getCommandSpec().usageMessage().footer()));
    }
  }

  @Test
  void helpIsAsWideAsColumnsSays() {
    CommandLine submit = TrainerCommand.of(new String[] {"submit"}).getSubcommands().get("submit");
    HelpLayout.apply(submit, Map.of("COLUMNS", "200"));
    assertThat(submit.getCommandSpec().usageMessage().width()).isEqualTo(160);
    HelpLayout.apply(submit, Map.of("COLUMNS", "70"));
    assertThat(submit.getUsageMessage().lines()).noneMatch(line -> line.length() > 80);
  }

  @Test
  void helpHasNoColoursOnADumbTerminal() {
    CommandLine submit = TrainerCommand.of(new String[] {"submit"}).getSubcommands().get("submit");
    HelpLayout.apply(submit, Map.of("TERM", "dumb"));
    assertThat(submit.getColorScheme().ansi()).isEqualTo(CommandLine.Help.Ansi.OFF);
  }

  @Test
  void helpOfSubmitNamesEveryModelAndOptimizer() {
    String help = run("submit", "--help").out();
    Models.aliases().forEach(alias -> assertThat(help).contains(alias));
    for (Keys.OptimizerName optimizer : Keys.OptimizerName.values()) {
      assertThat(help).contains(optimizer.name().toLowerCase(Locale.ROOT));
    }
    assertThat(help).contains("What is read and written:", "Anywhere on the line:");
  }

  @Test
  void optionsThatShipCodeAreShownWhereCodeRuns() {
    assertThat(run("submit", "--help").out()).contains("-libjars", "-archives");
    assertThat(run("status", "--help").out()).contains("-conf").doesNotContain("-libjars");
  }

  @Test
  void hadoopsOptionsAreTakenTogetherAndMoreThanOnce() {
    String shown =
        run(
                "conf",
                "show",
                "-Dtrainer.seed=7",
                "-Dtrainer.epochs=2",
                "-libjars",
                "a",
                "-libjars",
                "b")
            .out();
    assertThat(shown).contains("trainer.seed=7", "trainer.epochs=2", "trainer.jars=a,b");
    assertThat(run("list", "-libjars", "a.jar", "--newest", "0").exitCode()).isZero();
  }

  @Test
  void helpBetweenTheWordsIsThatOfTheCommand() {
    assertThat(run("model", "--help").out()).isEqualTo(run("help", "model").out());
    assertThat(run("--help", "list").exitCode()).isZero();
  }

  @Test
  void versionIsOneDocumentOnRequest() {
    String version = run("version").out().strip().replace("trainer ", "");
    assertThat(run("version", "--json").out()).contains("\"version\" : \"" + version + "\"");
  }

  @Test
  void helpAndVersionAreCommands() {
    assertThat(run("help").out()).isEqualTo(run("--help").out()).contains("Usage: trainer");
    assertThat(run("help", "model", "show").out()).isEqualTo(run("model", "show", "--help").out());
    assertThat(run("version").out()).isEqualTo(run("--version").out());
    assertThat(run("help", "sbumit").err()).contains("did you mean submit?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sbumit --input x            | there is no command 'sbumit' — trainer — did you mean submit?
          sbumit --help               | there is no command 'sbumit' — trainer — did you mean submit?
          train                       | there is no command 'train' — trainer — did you mean submit?
          submti --help               | there is no command 'submti' — trainer — did you mean submit?
          --help submti               | there is no command 'submti' — trainer — did you mean submit?
          help submti                 | there is no command 'submti' — trainer — did you mean submit?
          --wrokers 2                 | there is no command before --wrokers — trainer — put one first; did you mean --workers?
          --verison                   | there is no command before --verison — trainer — did you mean --version?
          model --help shwo           | there is no command 'shwo' — trainer model — did you mean show?
          help model shwo             | there is no command 'shwo' — trainer model — did you mean show?
          submit --help --outptu m    | there is no option '--outptu' — trainer submit — did you mean --output?
          submit --outptu m --help    | there is no option '--outptu' — trainer submit — did you mean --output?
          model shwo x                | there is no command 'shwo' — trainer model — did you mean show?
          predict --model m --input x | there is no command 'predict'
          --input x submit            | --input stands before the command — trainer — did you mean trainer submit --input …?
          --model model --input x     | there is no command before --model — trainer — put one first
          submit --outptu m           | there is no option '--outptu' — trainer submit — did you mean --output?
          submit --qqq=3              | there is no option '--qqq' — trainer submit — see trainer submit --help
          submit more                 | 'more' is a word too many
          submit --input a --input b  | --input is given twice — trainer submit — give it once, with commas
          submit --epochs 1 --epochs 2| --epochs is given twice — trainer submit — give it once
          submit -D trainer.epochs    | Value for option '-D' (key=value) should be in KEY=VALUE format
          scale x                     | BAD_FLAGS: Missing required argument
          scale x --workers 1 --pservers 1 | BAD_FLAGS: --workers=N, --pservers=N are mutually exclusive
          """)
  void mistakesOfTheLineAreSaidInItsWords(String line, String says) {
    Result result = run(line.split(" +", -1));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).startsWith("ERROR BAD_FLAGS: ").contains(says);
  }

  @ParameterizedTest
  @ValueSource(strings = {"workers", "trainer.workers", "epochs", "name", "output", "model"})
  void explainsKeysByTheirNamesWithoutThePrefixToo(String name) {
    Result result = run("conf", "explain", name);
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).startsWith("trainer." + name.replace("trainer.", "") + ": ");
  }

  @Test
  void keysOfAnotherCaseAreRefused() {
    Result result = run("submit", "--input", "x", "--output", "y", "-DTrainer.Epochs=3");
    assertThat(result.exitCode()).isEqualTo(49);
    assertThat(result.err())
        .contains("there is no key Trainer.Epochs", "did you mean trainer.epochs?");
    assertThat(run("conf", "explain", "Workers").err()).contains("did you mean trainer.workers?");
  }

  private static List<CommandLine> all(CommandLine root) {
    List<CommandLine> all = new ArrayList<>(List.of(root));
    root.getSubcommands().values().forEach(command -> all.addAll(all(command)));
    return all;
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

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3"})
  void numberOfLargestWeightsIsAtLeastOne(String number) {
    Result result = run("model", "show", folder.toString(), "--largest", number);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("'" + number + "' is no number of weights — --largest");
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
  void existingOutputIsRefused() throws Exception {
    String output = Files.createDirectory(folder.resolve("there")).toString();
    Result result = run("submit", "--master", "local", "--input", input(), "--output", output);
    assertThat(result.exitCode()).isEqualTo(45);
    assertThat(result.err()).startsWith("ERROR OUTPUT_EXISTS: ").contains("--overwrite");
  }

  @Test
  void onlyAModelIsOverwritten() throws Exception {
    Path there = Files.createDirectory(folder.resolve("there"));
    Files.writeString(there.resolve("precious"), "not a model");
    String output = there.toString();
    Result result =
        run("submit", "--master", "local", "--input", input(), "--output", output, "--overwrite");
    assertThat(result.exitCode()).isEqualTo(45);
    assertThat(result.err()).startsWith("ERROR OUTPUT_EXISTS: ").contains("no model");
    assertThat(there.resolve("precious")).hasContent("not a model");
  }

  private String input() throws IOException {
    return Files.writeString(folder.resolve("in.libsvm"), "1 1:1\n0 2:1\n").toString();
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
