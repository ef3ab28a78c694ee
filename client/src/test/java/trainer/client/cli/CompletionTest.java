package trainer.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of {@code completion bash}, run by a bash. */
class CompletionTest {
  /** Calls the function as bash does for the words of its arguments, of which the last is begun. */
  private static final String ASK =
      """

      COMP_WORDS=(trainer "$@")
      COMP_CWORD=$#
      COMP_LINE="${COMP_WORDS[*]}"
      _complete_trainer 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir private static Path folder;

  @Test
  void completesEveryCommand() throws Exception {
    assertThat(complete("")).containsExactlyInAnyOrderElementsOf(TrainerCommand.VERBS.keySet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          su                             | submit
          do                             | doctor
          model +                        | show verify export
          session st                     | start status stop
          submit --opt                   | --optimizer
          doctor --j                     | --json
          submit --master +              | yarn local embedded
          submit --model +               | fm linear logistic softmax
          submit --optimizer ada         | adagrad adadelta adam
          submit --format par            | parquet
          generate --kind +              | clicks dense multiclass
          generate --format +            | avro libsvm
          model export --to +            | text pmml onnx
          import --to +                  | avro parquet
          import --format t              | tfrecord
          score --output-format +        | csv avro parquet none
          conf explain trainer.epo       | trainer.epochs
          help do                        | doctor
          completion +                   | bash zsh
          """)
  void completesWords(String line, String words) throws Exception {
    String[] args =
        Arrays.stream(line.split(" +", -1))
            .map(word -> word.equals("+") ? "" : word)
            .toArray(String[]::new);
    assertThat(complete(args)).containsExactlyInAnyOrder(words.split(" ", -1));
  }

  @Test
  void leavesFilesToTheShell() throws Exception {
    assertThat(complete("submit", "--input", "")).isEmpty();
    assertThat(script())
        .doesNotContain("compopt +o default")
        .contains("complete -F _complete_trainer -o default trainer");
  }

  @Test
  void oneScriptServesBothShells() {
    assertThat(printed("completion", "zsh")).isEqualTo(script()).contains("bashcompinit");
  }

  private static List<String> complete(String... words) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("ask.sh"), script() + ASK);
    ProcessBuilder bash = new ProcessBuilder("bash", file.toString());
    bash.command().addAll(List.of(words));
    Process process = bash.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().filter(line -> !line.isBlank()).collect(Collectors.toList());
  }

  private static String script() {
    return printed("completion", "bash");
  }

  private static String printed(String... args) {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      assertThat(TrainerCommand.run(args)).isZero();
      return bytes.toString(StandardCharsets.UTF_8);
    } finally {
      System.setOut(out);
    }
  }
}
