package trainer.it.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of modules in the architecture page, against the tree and the build. */
class ModuleMapTest {
  private static final Path ROOT = Path.of("../..");

  /** Module, contents, packages, dependencies. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([a-z-]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");

  /** A package and, in brackets, the packages below it. */
  private static final Pattern PACKAGE = Pattern.compile("([a-z]+)(?: \\(([a-z ]+)\\))?");

  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>trainer</groupId><artifactId>trainer-([a-z-]+)</artifactId>"
              + "(?:<scope>provided</scope>)?</");

  /** What the client's bundle holds and its classes do not use. */
  private static final Set<String> ROLES =
      Set.of("appmaster", "container-worker", "container-pserver");

  /** The launcher is compiled apart, for Java 8. */
  private static final List<String> SOURCES =
      List.of("src/main/java/trainer", "src/launcher/java/trainer");

  @Test
  void namesEveryPackageOfEveryModule() throws IOException {
    Map<String, Set<String>> named = new TreeMap<>();
    Map<String, Set<String>> there = new TreeMap<>();
    for (MatchResult row : rows()) {
      named.put(row.group(1), packages(row.group(3)));
      there.put(row.group(1), packagesOf(row.group(1)));
    }
    assertThat(named).hasSizeGreaterThan(10).isEqualTo(there);
  }

  @Test
  void namesEveryDependencyOfEveryModule() throws IOException {
    Map<String, Set<String>> named = new TreeMap<>();
    Map<String, Set<String>> there = new TreeMap<>();
    for (MatchResult row : rows()) {
      Set<String> modules = new TreeSet<>(words(row.group(4).replaceAll("\\([^)]*\\)", "")));
      modules.removeIf(word -> !Files.exists(ROOT.resolve(word).resolve("pom.xml")));
      named.put(row.group(1), modules);
      there.put(row.group(1), dependenciesOf(row.group(1)));
    }
    assertThat(named).hasSizeGreaterThan(10).isEqualTo(there);
  }

  private static Iterable<MatchResult> rows() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/architecture/README.md"));
    return ROW.matcher(page)
        .results()
        .filter(row -> Files.exists(ROOT.resolve(row.group(1)).resolve("src/main/java")))
        .filter(row -> !row.group(3).isBlank())
        .toList();
  }

  private static Set<String> packages(String cell) {
    Set<String> all = new TreeSet<>();
    PACKAGE
        .matcher(cell.replace("\\*", ""))
        .results()
        .forEach(
            found -> {
              all.add(found.group(1));
              if (found.group(2) != null) {
                words(found.group(2)).forEach(inner -> all.add(found.group(1) + '/' + inner));
              }
            });
    return all;
  }

  /** The packages below the module's own, which is {@code trainer.<a word>}. */
  private static Set<String> packagesOf(String module) throws IOException {
    Set<String> all = new TreeSet<>();
    for (String folder : SOURCES) {
      Path sources = ROOT.resolve(module).resolve(folder);
      if (Files.exists(sources)) {
        all.addAll(packagesIn(sources));
      }
    }
    return all;
  }

  private static Set<String> packagesIn(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file.getParent()))
          .filter(inner -> inner.getNameCount() > 1)
          .map(inner -> inner.subpath(1, inner.getNameCount()).toString().replace('\\', '/'))
          .collect(Collectors.toSet());
    }
  }

  private static Set<String> dependenciesOf(String module) throws IOException {
    String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    return DEPENDENCY
        .matcher(pom)
        .results()
        .map(found -> found.group(1))
        .filter(other -> !(module.equals("client") && ROLES.contains(other)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split("[ ,]+"))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
