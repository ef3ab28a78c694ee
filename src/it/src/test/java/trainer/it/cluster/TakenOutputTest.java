package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trained model is kept when its output turns out to be taken, and can be put in its place. */
class TakenOutputTest {
  private static final Pattern COMMAND = Pattern.compile("then: (mv -T '[^']*' '[^']*')");

  @TempDir private Path folder;

  @Test
  void isPutInItsPlaceByTheCommandThatTheErrorNames() throws Exception {
    TrainerClient client = new TrainerClient(Files.createDirectory(folder.resolve("home")));
    Path input = folder.resolve("in.libsvm");
    Files.writeString(input, "1 1:1 2:0.5\n0 2:1\n".repeat(2000));
    Path output = folder.resolve("models/m");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process running = client.start(out, err, submit(input, output));
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> Files.exists(output.resolveSibling("._trainer-output-m")));
    Files.createDirectory(output);
    Files.writeString(output.resolve("theirs"), "precious");
    assertThat(running.waitFor(5, TimeUnit.MINUTES)).isTrue();

    TrainerClient.Result result = client.result(running.exitValue(), out, err);
    assertThat(result.exitCode()).as(result::told).isEqualTo(1);
    assertThat(result.err()).contains("ERROR OUTPUT_EXISTS: the model is finished");
    assertThat(output.resolve("theirs")).hasContent("precious");
    Matcher command = COMMAND.matcher(result.err());
    assertThat(command.find()).as(result::told).isTrue();
    Files.move(output, output.resolveSibling("theirs"));
    Process moving = new ProcessBuilder("/bin/sh", "-c", command.group(1)).start();
    assertThat(moving.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String kept = client.run("model", "verify", output.toString(), "--json").json().toString();

    Path undisturbed = folder.resolve("undisturbed");
    client.run(submit(input, undisturbed)).ok();
    assertThat(client.run("model", "verify", undisturbed.toString(), "--json").json().toString())
        .as("the model that nothing kept from its place")
        .isEqualTo(kept.replace(output.toString(), undisturbed.toString()));
  }

  private static String[] submit(Path input, Path output) {
    return new String[] {
      "submit",
      "--master",
      "local",
      "--input",
      input.toString(),
      "--output",
      output.toString(),
      "-Dtrainer.epochs=3"
    };
  }
}
