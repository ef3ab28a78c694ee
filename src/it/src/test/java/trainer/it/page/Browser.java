package trainer.it.page;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A Chromium without a window, with one page. Its commands are those of {@code browser.mjs}. */
final class Browser implements Closeable {
  private static final Path SCRIPTS = Path.of("browser");
  private static final ProcessBuilder.Redirect LOG =
      ProcessBuilder.Redirect.appendTo(Path.of("target/browser.log").toAbsolutePath().toFile());
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;

  private Browser(Process process) {
    this.process = process;
    this.commands = process.outputWriter();
    this.answers = process.inputReader();
  }

  /** The program of the browser; empty if it is not on the path. */
  static Optional<Path> program() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, "chromium"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Installs what the script needs, and starts it. */
  static Browser start() throws IOException, InterruptedException {
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline");
    return new Browser(
        new ProcessBuilder("node", "browser.mjs", program().orElseThrow().toString())
            .directory(SCRIPTS.toFile())
            .redirectError(LOG)
            .start());
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of(words))
            .directory(SCRIPTS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(LOG)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(
          String.join(" ", words) + " ended with " + process.exitValue() + ", see " + LOG);
    }
  }

  void open(String url) throws IOException {
    tell(command("open").put("url", url));
  }

  /** The value of an expression in the page. */
  JsonNode evaluate(String script) throws IOException {
    return tell(command("evaluate").put("script", script));
  }

  /** Waits until an expression in the page, which may await, is true. */
  void awaitTrue(String condition, Duration patience) {
    await(condition)
        .atMost(patience)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> evaluate("(async () => !!(" + condition + "))()").asBoolean());
  }

  /** What was loaded since the last page was opened, and what went wrong. */
  JsonNode traffic() throws IOException {
    return tell(command("traffic"));
  }

  /** A picture of the whole page. */
  void picture(Path file, int width, boolean dark) throws IOException {
    tell(
        command("picture")
            .put("file", file.toAbsolutePath().toString())
            .put("width", width)
            .put("height", 900)
            .put("dark", dark));
  }

  private static ObjectNode command(String name) {
    return JsonNodeFactory.instance.objectNode().put("do", name);
  }

  private JsonNode tell(ObjectNode command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
    String line = answers.readLine();
    JsonNode answer = MAPPER.readTree(line == null ? "{\"failure\":\"no browser\"}" : line);
    if (answer.has("failure")) {
      throw new IOException(command + ": " + answer.path("failure").asText());
    }
    return answer.path("value");
  }

  @Override
  public void close() throws IOException {
    commands.close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
