package trainer.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bugs that {@code bin/planted-bugs} plants still have their place in the classes of today. */
class PlantedBugsTest {
  private static final Path ROOT = Path.of("..", "..");

  @Test
  void thereAreTenAtLeastAndEachStillFitsItsClass() throws IOException {
    List<Path> bugs;
    try (Stream<Path> files = Files.list(ROOT.resolve("src/it/bugs"))) {
      bugs = files.toList();
    }
    assertThat(bugs).hasSizeGreaterThanOrEqualTo(10);
    for (Path bug : bugs) {
      List<String> lines = Files.readAllLines(bug);
      String planted = startingWith(lines, "--- a/").get(0);
      assertThat(Files.readAllLines(ROOT.resolve(planted)))
          .as("%s, of which %s takes lines away or beside which it puts some", planted, bug)
          .containsAll(startingWith(body(lines), "-"))
          .containsAll(startingWith(body(lines), " "));
    }
  }

  private static List<String> body(List<String> lines) {
    int header = lines.indexOf(lines.stream().filter(l -> l.startsWith("@@")).findFirst().get());
    return lines.subList(header + 1, lines.size());
  }

  private static List<String> startingWith(List<String> lines, String prefix) {
    return lines.stream()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }
}
