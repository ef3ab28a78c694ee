package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import trainer.core.config.Keys;

/** The help of the root, of every command and of every subcommand. */
class ExamplesTest {
  /** Their options are the keys of a job, which fill more than a screen. */
  private static final Set<String> LONG =
      Set.of(
          "trainer submit", "trainer plan", "trainer score", "trainer import", "trainer evaluate");

  private static final int SCREEN = 50;
  private static final Pattern KEY = Pattern.compile("-D\\s*(trainer\\.[^=\\s]+)=");

  static Stream<String> commands() {
    return all(TrainerCommand.of(new String[0])).stream().map(ExamplesTest::nameOf);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpHasTwoExamplesOfTheCommand(String name) {
    assertThat(examples(name))
        .hasSizeGreaterThanOrEqualTo(2)
        .doesNotHaveDuplicates()
        .allSatisfy(line -> assertThat(line + " ").startsWith(name + " "));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void parserAcceptsEveryExample(String name) {
    for (String example : examples(name)) {
      String[] words = example.replaceFirst(" > .*", "").replace("'", "").split(" +", -1);
      String[] args = HadoopArguments.moveToEnd(Arrays.copyOfRange(words, 1, words.length));
      CommandLine line = TrainerCommand.of(args);
      assertThat(CommandWords.mistakeIn(args, line)).as(example).isEmpty();
      assertThatCode(() -> line.parseArgs(args)).as(example).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void keysOfExamplesExist(String name) {
    for (String example : examples(name)) {
      for (Matcher key = KEY.matcher(example); key.find(); ) {
        assertThat(Keys.all()).as(example).containsKey(key.group(1));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void helpFitsOnAScreen(String name) {
    CommandLine command = named(name);
    HelpLayout.apply(command, Map.of("COLUMNS", "80"));
    if (!LONG.contains(name)) {
      assertThat(command.getUsageMessage().lines().count()).isLessThanOrEqualTo(SCREEN);
    }
  }

  private static List<String> examples(String name) {
    List<String> footer = List.of(named(name).getCommandSpec().usageMessage().footer());
    assertThat(footer).as("footer of " + name).contains("Examples:");
    return footer.subList(footer.indexOf("Examples:") + 1, footer.size()).stream()
        .filter(line -> line.startsWith("  trainer "))
        .map(String::strip)
        .toList();
  }

  private static CommandLine named(String name) {
    return all(TrainerCommand.of(new String[0])).stream()
        .filter(command -> nameOf(command).equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String nameOf(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static List<CommandLine> all(CommandLine root) {
    List<CommandLine> all = new ArrayList<>(List.of(root));
    root.getSubcommands().values().forEach(command -> all.addAll(all(command)));
    return all;
  }
}
