package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.testkit.DocumentedCommand;

/** The parser and every command in the docs. GuideTest and ClusterGuideTest run those for users. */
class DocumentedCommandsTest {
  static List<DocumentedCommand> commands() throws IOException {
    return DocumentedCommand.all(Path.of(".."));
  }

  @Test
  void pagesHaveCommands() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(100);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void parserAcceptsIt(DocumentedCommand command) {
    String[] words =
        command.words().stream().map(word -> word.equals("N") ? "1" : word).toArray(String[]::new);
    String[] args = HadoopArguments.moveToEnd(words);
    CommandLine line = TrainerCommand.of(args);
    assertThat(CommandWords.mistakeIn(args, line)).isEmpty();
    try {
      line.parseArgs(args);
    } catch (CommandLine.MissingParameterException e) {
      assertThat(command.form()).as(e.getMessage()).isEqualTo(DocumentedCommand.Form.SPAN);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void itsKeysTakeTheirValues(DocumentedCommand command) {
    for (String word : command.words()) {
      String[] option = word.split("=", 2);
      String name = option[0].replaceFirst("^-D", "");
      if (name.startsWith(Keys.PREFIX) && !name.startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
        Key<?> key = Keys.all().get(name);
        assertThat(key).as(name).isNotNull();
        assertThatCode(() -> key.parse(option[1])).as(word).doesNotThrowAnyException();
      }
    }
  }
}
