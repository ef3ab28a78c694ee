package trainer.it.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trainer.testkit.Prose;

/** Holds Javadoc and docs to plain words; a failure names the files with most of the others. */
class PlainWordsTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final int NAMED = 8;

  @Test
  void javadocHasPlainWords() throws IOException {
    List<Path> sources = files(ROOT, ".java", "/src/main/java/");
    assertThat(sources).hasSizeGreaterThan(500);
    check(sources, Prose::ofJava);
  }

  @Test
  void docsHavePlainWords() throws IOException {
    List<Path> pages = files(ROOT.resolve("docs"), ".md", "/docs/");
    assertThat(pages).hasSizeGreaterThan(30);
    check(
        Stream.concat(pages.stream(), Stream.of(ROOT.resolve("README.md"))).toList(),
        Prose::ofMarkdown);
  }

  @Test
  void everyDecisionIsAPage() throws IOException {
    for (Path record : files(ROOT.resolve("docs/decisions"), ".md", "/decisions/0")) {
      assertThat(text(record).split("\\s+").length)
          .as("words of %s", record)
          .isLessThanOrEqualTo(400);
    }
  }

  private static void check(List<Path> files, Function<List<String>, Prose> measure) {
    Prose all = measure.apply(files.stream().map(PlainWordsTest::text).toList());
    String worst =
        files.stream()
            .sorted(
                Comparator.comparingInt((Path file) -> -measure.apply(List.of(text(file))).lost()))
            .limit(NAMED)
            .map(file -> measure.apply(List.of(text(file))).lost() + " in " + file)
            .collect(Collectors.joining("; "));
    assertThat(all.perThousand(all.nominal())).as("what, whatever: %s", worst).isLessThan(2);
    assertThat(all.perThousand(all.persons())).as("who, nobody, ...: %s", worst).isLessThan(0.5);
    assertThat(all.perThousand(all.speech())).as("said, told, ...: %s", worst).isLessThan(0.5);
    assertThat(all.longSentence()).as("words of a long sentence").isLessThanOrEqualTo(28);
  }

  private static List<Path> files(Path root, String end, String within) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(end))
          .filter(file -> file.toString().replace('\\', '/').contains(within))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
