package trainer.it.simulation.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InvariantTest {
  private static final Path SOURCES = Path.of("src/test/java/trainer/it/simulation");
  private static final Path PAGE = Path.of("../../docs/architecture/invariants.md");

  /** An argument of a call; a link in Javadoc has another separator. */
  private static final Pattern USE = Pattern.compile("\\bInvariant\\.(\\w+)\\s*,");

  @Test
  void simulationChecksEachInvariant() throws IOException {
    Set<String> used;
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      used =
          sources
              .filter(Files::isRegularFile)
              .flatMap(source -> USE.matcher(read(source)).results())
              .map(use -> use.group(1))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    assertThat(used)
        .containsExactlyElementsOf(
            Arrays.stream(Invariant.values()).map(Invariant::name).sorted().toList());
  }

  @Test
  void eachStatementIsOneSentence() {
    for (Invariant invariant : Invariant.values()) {
      assertThat(invariant.statement())
          .as("statement of %s", invariant)
          .matches("[A-Z](?:[^.]|\\.(?=\\w))*\\.");
    }
  }

  /** Run with {@code -Dtrainer.reference.write=true} to write the page anew. */
  @Test
  void thePageInDocsIsTheOneOfTheseInvariants() throws IOException {
    if (Boolean.getBoolean("trainer.reference.write")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, InvariantReference.markdown());
    }
    assertThat(Files.readString(PAGE)).isEqualTo(InvariantReference.markdown());
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
