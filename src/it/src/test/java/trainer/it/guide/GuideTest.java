package trainer.it.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
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
  private static final Path ROOT = Path.of("..", "..");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Their models of ONNX, and the files that they convert, are in tests of their own. */
  private static final Set<String> ELSEWHERE =
      Set.of("onnx.md", "migrating.md", "secure-clusters.md", "troubleshooting.md");

  private static final Set<String> WITHOUT_CLUSTER =
      Set.of("generate", "evaluate", "model", "conf", "help", "completion");
  private static final Set<String> OF_A_JOB = Set.of("list", "status", "logs", "scale", "stop");
  private static final Pattern JOB = Pattern.compile("(?m)^job: (\\S+)$");
  private static final Pattern FIGURE =
      Pattern.compile("(?m)^    ((?:training|held-out|model) [a-zA-Z ]+: .*)$");

  /** More epochs than anyone waits for: the page stops the job. */
  private static final int ENDLESS = 100;

  @TempDir private static Path home;

  @TestFactory
  Stream<DynamicTest> pages() throws IOException {
    return commands().stream()
        .map(DocumentedCommand::page)
        .distinct()
        .map(page -> DynamicTest.dynamicTest(page.toString(), () -> new Reader(page).follow()));
  }

  private static List<DocumentedCommand> commands() throws IOException {
    return DocumentedCommand.all(ROOT).stream()
        .filter(command -> command.form() == DocumentedCommand.Form.LINE)
        .filter(command -> command.page().toString().matches("README.md|docs/guide/.*"))
        .filter(command -> !ELSEWHERE.contains(command.page().getFileName().toString()))
        .filter(GuideTest::needsNoCluster)
        .toList();
  }

  private static boolean needsNoCluster(DocumentedCommand command) {
    String verb = command.words().get(0);
    boolean isOfAJob =
        OF_A_JOB.contains(verb) && command.page().getFileName().toString().equals("first-model.md");
    boolean isLocal =
        command.option("--master").equals("local") && Set.of("submit", "score").contains(verb);
    boolean isOneProcess = WITHOUT_CLUSTER.contains(verb) && command.option("--workers").isEmpty();
    return isOneProcess || isOfAJob || isLocal;
  }

  /** Somebody who types what a page says. */
  private static final class Reader {
    private final Path page;
    private final Path folder;
    private final TrainerClient client;
    private final GuideFiles files;
    private final List<String> outputs = new ArrayList<>();
    private String job = "";
    private Process endless;

    Reader(Path page) throws IOException {
      this.page = page;
      this.folder = Files.createTempDirectory(home, "page");
      this.client = new TrainerClient(home).in(folder);
      this.files = new GuideFiles(client, folder);
    }

    void follow() throws Exception {
      for (DocumentedCommand command : commands()) {
        if (command.page().equals(page)) {
          type(command);
        }
      }
      if (endless != null) {
        assertThat(endless.waitFor()).as("the job that the page stops").isZero();
      }
      if (page.endsWith("first-model.md")) {
        printsTheFiguresOfThePage();
      }
    }

    private void type(DocumentedCommand command) throws Exception {
      for (String option : List.of("--input", "--validation", "--model", "--names")) {
        files.provide(command.option(option));
      }
      if (command.words().get(0).equals("model")) {
        files.provide(command.words().get(2));
      }
      String output = command.option("--output");
      if (!output.isEmpty() && !command.words().contains("--overwrite")) {
        FileUtil.fullyDelete(folder.resolve(output).toFile());
      }
      String[] words =
          command.words().stream()
              .map(word -> word.equals("ID") ? job : word)
              .toArray(String[]::new);
      String epochs = command.option("--epochs");
      if (!epochs.isEmpty() && Integer.parseInt(epochs) > ENDLESS) {
        start(words);
      } else {
        outputs.add(client.run(words).ok().out());
      }
    }

    private void start(String... words) throws IOException {
      Path out = folder.resolve("endless.out");
      endless = client.start(out, folder.resolve("endless.err"), words);
      await("the job runs").atMost(PATIENCE).until(() -> Files.readString(out).contains("RUNNING"));
      Matcher id = JOB.matcher(Files.readString(out));
      assertThat(id.find()).isTrue();
      job = id.group(1);
    }

    private void printsTheFiguresOfThePage() throws IOException {
      List<String> figures =
          FIGURE
              .matcher(Files.readString(ROOT.resolve(page)))
              .results()
              .map(figure -> figure.group(1))
              .toList();
      assertThat(figures).hasSizeGreaterThan(5);
      assertThat(String.join("\n", outputs)).contains(figures);
    }
  }
}
