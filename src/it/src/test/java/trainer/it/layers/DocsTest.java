package trainer.it.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;

/** Keeps the names in the docs true: links, packages, keys, commands of bin, specification. */
class DocsTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern PACKAGE = Pattern.compile("`(trainer\\.[a-z]+(?:\\.[a-z]+)*)`");
  private static final Pattern KEY = Pattern.compile("`(trainer\\.[a-z]+[a-z.-]*)(?:=[^`]*)?`");
  private static final Pattern TYPE =
      Pattern.compile("`([A-Z][A-Za-z]*[a-z][A-Za-z]*)(?:[.#(][^`\\n]*)?`");

  /** A type, and the members named behind it. */
  private static final Pattern MEMBERS =
      Pattern.compile("`([A-Z]\\w*[a-z]\\w*)((?:[.#][A-Za-z]\\w*)+)");

  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");
  private static final Pattern WORD = Pattern.compile("\\b([A-Za-z]\\w*)");
  private static final Pattern COMMAND = Pattern.compile("`(bin/[a-z-]+)");
  private static final Pattern SECTION = Pattern.compile("(?m)^## \\d+\\. .*$");

  @Test
  void everyLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      for (String link : found(LINK, Files.readString(page))) {
        if (!link.contains("://") && !link.startsWith("mailto:") && !leads(page, link)) {
          broken.add(page + " -> " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leads(Path page, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || anchors(Files.readString(target)).contains(parts[1]);
  }

  private static Set<String> anchors(String page) {
    return page.lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void everyPackageAndKeyThatIsNamedExists() throws IOException {
    String keys = Files.readString(ROOT.resolve("conf/trainer-default.xml"));
    String sources = sources();
    Set<String> packages = packages();
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      for (String name :
          Stream.concat(found(PACKAGE, text).stream(), found(KEY, text).stream()).toList()) {
        boolean isKnown =
            packages.contains(name)
                || keys.contains("<name>" + name)
                || name.startsWith(Keys.MODEL_ARGUMENT_PREFIX)
                || sources.contains('"' + name + '"')
                || isPlanned(text, name);
        if (!isKnown) {
          unknown.add(name + " in " + page);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** Whether every line of the page that has this name calls it planned. */
  private static boolean isPlanned(String text, String name) {
    return text.lines()
        .filter(line -> line.contains("`" + name))
        .allMatch(line -> line.contains("planned"));
  }

  @Test
  void everyTypeAndTestThatIsNamedExists() throws IOException {
    Set<String> words = new TreeSet<>(found(Pattern.compile("\\b([A-Z]\\w+)"), sources()));
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      for (String type : found(TYPE, Files.readString(page))) {
        if (!words.contains(type)) {
          unknown.add(type + " in " + page);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** A member counts as declared by a type if a file that declares the type has its name. */
  @Test
  void everyMemberThatIsNamedBelongsToItsType() throws IOException {
    Map<String, Set<String>> wordsByType = wordsByType();
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      for (MatchResult named : MEMBERS.matcher(Files.readString(page)).results().toList()) {
        Set<String> words = wordsByType.get(named.group(1));
        // A type without a file here is of the JDK or of a library.
        if (words != null && !words.containsAll(found(WORD, named.group(2)))) {
          unknown.add(named.group() + " in " + page);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  /** The words of the files that declare a type, by its simple name. */
  private static Map<String, Set<String>> wordsByType() throws IOException {
    Map<String, Set<String>> byType = new HashMap<>();
    for (Path file : sourceFiles()) {
      String text = Files.readString(file);
      Set<String> words = new HashSet<>(found(WORD, text));
      for (String type : found(DECLARED, text)) {
        byType.computeIfAbsent(type, any -> new HashSet<>()).addAll(words);
      }
    }
    return byType;
  }

  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path file : sourceFiles()) {
      all.append(Files.readString(file)).append('\n');
    }
    return all.toString();
  }

  private static List<Path> sourceFiles() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files.filter(DocsTest::isSource).toList();
    }
  }

  private static boolean isSource(Path file) {
    String name = file.toString();
    return !name.contains("/target/")
        && (name.endsWith(".java") || name.endsWith(".avdl") || name.endsWith(".proto"));
  }

  @Test
  void everyCommandOfBinExists() throws IOException {
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      for (String command : found(COMMAND, Files.readString(page))) {
        if (!Files.exists(ROOT.resolve(command))) {
          unknown.add(command + " in " + page);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void eachSectionOfTheSpecificationNamesItsPackages() throws IOException {
    String text = Files.readString(ROOT.resolve("docs/specification.md"));
    Set<String> packages = packages();
    String[] sections = SECTION.split(text);
    assertThat(sections).hasSizeGreaterThan(10);
    for (int i = 1; i < sections.length; i++) {
      List<String> named = found(PACKAGE, sections[i].substring(sections[i].indexOf("Packages:")));
      assertThat(named).as("packages of section %s", i).isNotEmpty().isSubsetOf(packages);
    }
  }

  private static Set<String> packages() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT, 12)) {
      return all.filter(file -> file.endsWith("package-info.java"))
          .map(file -> file.getParent().toString().replace('\\', '/'))
          .filter(folder -> folder.contains("/java/"))
          .map(folder -> folder.substring(folder.indexOf("/java/") + 6).replace('/', '.'))
          .collect(Collectors.toSet());
    }
  }

  /** The pages of docs, and the README of the whole and of each module. */
  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> readmes =
            Files.find(ROOT, 2, (file, attributes) -> file.endsWith("README.md"))) {
      return Stream.concat(readmes, docs.filter(file -> file.toString().endsWith(".md")))
          .distinct()
          .toList();
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    List<String> found = new ArrayList<>();
    for (Matcher each = pattern.matcher(text); each.find(); ) {
      found.add(each.group(1));
    }
    return found;
  }
}
