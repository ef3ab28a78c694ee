package trainer.client.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.client.cli.TrainerCommand;

/** Runs the examples of {@code docs/guide/migrating.md}. */
class MigratingPageTest {
  private static final Path PAGE = Path.of("../docs/guide/migrating.md");
  private static final Pattern BLOCK = Pattern.compile("(?m)(?:^    .*\\n)+");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"A job of Angel", "A job of TonY"})
  void commandPrintsWhatThePageShows(String section) throws IOException {
    List<String> blocks = blocksOf(section);
    assertThat(blocks).as("file, command, options, the rest").hasSize(4);
    String command = blocks.get(1);
    assertThat(command).startsWith("bin/trainer conf convert ");
    Path file = folder.resolve(command.substring(command.lastIndexOf(' ') + 1));
    Files.writeString(file, blocks.get(0));
    PrintStream stdout = System.out;
    PrintStream stderr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
      assertThat(TrainerCommand.run("conf", "convert", file.toString())).isZero();
    } finally {
      System.setOut(stdout);
      System.setErr(stderr);
    }
    assertThat(out.toString(StandardCharsets.UTF_8).strip()).isEqualTo(blocks.get(2));
    assertThat(err.toString(StandardCharsets.UTF_8).strip()).isEqualTo(blocks.get(3));
  }

  private static List<String> blocksOf(String section) throws IOException {
    String page = Files.readString(PAGE);
    String text = page.substring(page.indexOf("\n## " + section)).substring(1);
    int end = text.indexOf("\n## ");
    return BLOCK
        .matcher(end < 0 ? text : text.substring(0, end))
        .results()
        .map(block -> block.group().lines().map(String::strip).collect(Collectors.joining("\n")))
        .toList();
  }
}
