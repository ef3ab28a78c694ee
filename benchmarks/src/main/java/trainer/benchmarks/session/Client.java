package trainer.benchmarks.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The packaged client.
 *
 * @param command {@code bin/trainer}
 * @param folder for what commands print
 */
record Client(Path command, Path folder) {
  static final ObjectMapper JSON = new ObjectMapper();

  /** Starts a command whose stdout goes to a file. */
  Process start(Path out, List<String> words) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(command.toString());
    line.addAll(words);
    return new ProcessBuilder(line)
        .redirectOutput(out.toFile())
        .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("errors").toFile()))
        .start();
  }

  /** Runs a command with {@code --json}, and returns its document. */
  JsonNode run(String words, String... more) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(words.split(" +")));
    all.addAll(List.of(more));
    all.add("--json");
    return JSON.readTree(print(all));
  }

  /** Runs a command, and returns what it prints. */
  String print(List<String> words) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", "");
    if (start(out, words).waitFor() != 0) {
      throw new IOException(
          String.join(" ", words) + " failed:\n" + Files.readString(folder.resolve("errors")));
    }
    return Files.readString(out);
  }
}
