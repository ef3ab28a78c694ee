package trainer.it.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import trainer.testkit.DocumentedCommand;

/** The commands for users: which of them need a cluster, and which are not run word for word. */
final class GuideCommands {
  /** The top folder of the project. */
  static final Path ROOT = Path.of("..", "..");

  private static final String PAGES = "README\\.md|docs/guide/.*|docs/inputs\\.md";

  /** Commands that are not run word for word, and the tests that run their like. */
  static final Map<String, String> ELSEWHERE =
      Map.of(
          "docs/guide/migrating\\.md: .*", "MigratingPageTest, for it has the files to convert",
          "docs/guide/onnx\\.md: .*", "OnnxScoreTest, for its models are large",
          ".*: score .*--model minilm\\.onnx .*", "OnnxScoreTest",
          ".*: session start --master local .*",
              "OnnxScoreTest, for the page has ONNX models in it",
          ".*: submit .*--input iceberg:.*", "TableJobTest, for it has the jar of Iceberg",
          ".*: submit .*--input s3a:.*", "ExtraClassPathTest, for there is no S3 here",
          ".*: history .*", "HistoryLinkTest, for it serves until it is killed");

  /**
   * The pages whose commands the gate runs on a cluster. With {@code -Dtrainer.guide.all=true} all
   * pages are run, which takes some five minutes more.
   */
  private static final Set<Path> OF_THE_GATE =
      Stream.of("running-on-yarn", "failures-and-what-survives")
          .map(page -> Path.of("docs/guide/" + page + ".md"))
          .collect(Collectors.toSet());

  private static final Set<String> OF_ONE_PROCESS =
      Set.of("generate", "evaluate", "model", "conf", "help", "completion");
  private static final Set<String> OF_A_JOB = Set.of("list", "status", "logs", "scale", "stop");

  private GuideCommands() {}

  /** Runs the commands of one page. */
  interface Reader {
    void read(Path page, List<DocumentedCommand> commands) throws Exception;
  }

  /** A test for each page, in which the reader gets the commands of the page. */
  static List<DynamicTest> tests(List<DocumentedCommand> commands, Reader reader) {
    Map<Path, List<DocumentedCommand>> pages =
        commands.stream()
            .collect(
                Collectors.groupingBy(
                    DocumentedCommand::page, LinkedHashMap::new, Collectors.toList()));
    assertThat(pages).hasSizeGreaterThan(1);
    return pages.entrySet().stream()
        .map(
            page ->
                DynamicTest.dynamicTest(
                    page.getKey().toString(), () -> reader.read(page.getKey(), page.getValue())))
        .toList();
  }

  static List<DocumentedCommand> all() throws IOException {
    return DocumentedCommand.all(ROOT).stream()
        .filter(command -> command.form() == DocumentedCommand.Form.LINE)
        .filter(command -> command.page().toString().matches(PAGES))
        .toList();
  }

  static List<DocumentedCommand> withoutCluster() throws IOException {
    return here().stream().filter(GuideCommands::needsNoCluster).toList();
  }

  /** Of commands that differ in nothing but numbers or {@code hdfs://}, the first one. */
  static List<DocumentedCommand> onACluster() throws IOException {
    Set<String> seen = new LinkedHashSet<>();
    return here().stream()
        .filter(Predicate.not(GuideCommands::needsNoCluster))
        .filter(one -> Boolean.getBoolean("trainer.guide.all") || OF_THE_GATE.contains(one.page()))
        .filter(command -> seen.add(shape(command)))
        .toList();
  }

  private static String shape(DocumentedCommand command) {
    return String.join(" ", command.words()).replace("hdfs://", "").replaceAll("\\d+", "N");
  }

  private static List<DocumentedCommand> here() throws IOException {
    return all().stream()
        .filter(command -> ELSEWHERE.keySet().stream().noneMatch(command.toString()::matches))
        .toList();
  }

  private static boolean needsNoCluster(DocumentedCommand command) {
    String verb = command.words().get(0);
    boolean isOfALocalJob = OF_A_JOB.contains(verb) && command.page().endsWith("first-model.md");
    boolean isOfOneProcess = OF_ONE_PROCESS.contains(verb) && command.option("--workers").isEmpty();
    return isOfOneProcess || isOfALocalJob || command.option("--master").equals("local");
  }
}
