package trainer.it.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.testkit.DocumentedCommand;

/**
 * The commands of the guide that need no cluster, word for word and in the order of their page, in
 * one folder for each page.
 */
class GuideTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Pattern JOB = Pattern.compile("(?m)^job: (\\S+)$");
  private static final Pattern FIGURE =
      Pattern.compile("(?m)^    ((?:training|held-out|model) [a-zA-Z ]+: .*)$");

  /** A job of more epochs is stopped by the page. */
  private static final int ENDLESS = 100;

  @TempDir private static Path home;

  @TestFactory
  List<DynamicTest> pages() throws IOException {
    return GuideCommands.tests(GuideCommands.withoutCluster(), GuideTest::follow);
  }

  private static void follow(Path page, List<DocumentedCommand> commands) throws Exception {
    Path folder = Files.createTempDirectory(home, "page");
    List<String> printed =
        new LocalReader(new TrainerClient(home).in(folder), folder).follow(commands);
    if (page.endsWith("first-model.md")) {
      assertThat(String.join("\n", printed)).contains(figures(page));
    }
  }

  private static List<String> figures(Path page) throws IOException {
    List<String> figures =
        FIGURE
            .matcher(Files.readString(GuideCommands.ROOT.resolve(page)))
            .results()
            .map(figure -> figure.group(1))
            .toList();
    assertThat(figures).hasSizeGreaterThan(5);
    return figures;
  }

  private static final class LocalReader extends PageReader {
    private final TrainerClient client;
    private final Path folder;
    private String job = "";
    private Process endless;

    LocalReader(TrainerClient client, Path folder) {
      super(new GuideFiles(client, folder));
      this.client = client;
      this.folder = folder;
    }

    @Override
    String run(DocumentedCommand command) throws Exception {
      String[] words =
          command.words().stream()
              .map(word -> word.equals("ID") ? job : word)
              .toArray(String[]::new);
      String epochs = command.option("--epochs");
      if (!epochs.isEmpty() && Integer.parseInt(epochs) > ENDLESS) {
        return start(words);
      }
      return client.run(words).ok().out();
    }

    private String start(String... words) throws IOException {
      Path out = folder.resolve("endless.out");
      endless = client.start(out, folder.resolve("endless.err"), words);
      await("the job runs").atMost(PATIENCE).until(() -> Files.readString(out).contains("RUNNING"));
      Matcher id = JOB.matcher(Files.readString(out));
      assertThat(id.find()).isTrue();
      job = id.group(1);
      return "";
    }

    @Override
    void finish() throws InterruptedException {
      if (endless != null) {
        boolean hasEnded = endless.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        endless.destroy();
        assertThat(hasEnded).as("the page stops its job").isTrue();
      }
    }
  }
}
