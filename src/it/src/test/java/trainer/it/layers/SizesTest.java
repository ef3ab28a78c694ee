package trainer.it.layers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds packages, files and records to a size that a reader can keep in mind. */
class SizesTest {
  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern SOURCE = Pattern.compile(".*/src/(?:main|test)/java/.*\\.java");
  private static final Pattern TEXT =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"");
  private static final Pattern RECORD = Pattern.compile("\\brecord (\\w+)(?:<[^({]*>)?\\s*\\(");
  private static final Pattern BUILDER =
      Pattern.compile("\\b(?:class|record|interface) (\\w*Builder)\\b");

  private static final int FILES = 25;
  private static final int LINES = 400;
  private static final int COMPONENTS = 8;

  /** All configuration keys are in one file. */
  private static final Set<String> LONG = Set.of("Keys");

  @Test
  void noPackageHasMoreThan25Files() throws IOException {
    Map<Path, Long> files =
        sources().stream().collect(Collectors.groupingBy(Path::getParent, Collectors.counting()));
    List<String> over = new ArrayList<>();
    files.forEach(
        (folder, count) -> {
          if (count > FILES) {
            over.add(count + " files in " + folder);
          }
        });
    assertThat(over).isEmpty();
  }

  @Test
  void noFileHasMoreThan400Lines() throws IOException {
    List<String> over = new ArrayList<>();
    for (Path file : sources()) {
      long lines = Files.readString(file).lines().count();
      if (lines > LINES && !LONG.contains(nameOf(file))) {
        over.add(lines + " lines in " + file);
      }
    }
    assertThat(over).isEmpty();
  }

  @Test
  void noRecordOfMoreThan8ComponentsIsBuiltByPosition() throws IOException {
    List<String> over = new ArrayList<>();
    Set<String> files = sources().stream().map(SizesTest::nameOf).collect(Collectors.toSet());
    for (Path file : sources()) {
      String code = TEXT.matcher(Files.readString(file)).replaceAll(" ");
      for (Matcher each = RECORD.matcher(code); each.find(); ) {
        int end = closing(code, each.end() - 1, '(', ')');
        int components = components(code.substring(each.end(), end));
        if (components > COMPONENTS && !hasBuilder(each.group(1), code, end, files)) {
          over.add(components + " components of " + each.group(1) + " in " + file);
        }
      }
    }
    assertThat(over).isEmpty();
  }

  /** Whether a builder is inside the record, beside it in its file, or in a file of its name. */
  private static boolean hasBuilder(String name, String code, int end, Set<String> files) {
    int open = code.indexOf('{', end);
    String body = code.substring(open, closing(code, open, '{', '}'));
    return BUILDER.matcher(body).find()
        || files.contains(name + "Builder")
        || BUILDER.matcher(code).results().anyMatch(one -> one.group(1).equals(name + "Builder"));
  }

  /** The number of components in a record's header. */
  private static int components(String header) {
    int depth = 0;
    int commas = 0;
    for (int at = 0; at < header.length(); at++) {
      char c = header.charAt(at);
      depth += "<([".indexOf(c) >= 0 ? 1 : ">)]".indexOf(c) >= 0 ? -1 : 0;
      commas += c == ',' && depth == 0 ? 1 : 0;
    }
    return header.isBlank() ? 0 : commas + 1;
  }

  /** Where the bracket closes that opens at {@code from}. */
  private static int closing(String code, int from, char open, char close) {
    int depth = 0;
    for (int at = from; at < code.length(); at++) {
      depth += code.charAt(at) == open ? 1 : code.charAt(at) == close ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    throw new IllegalStateException("no " + close + " after " + code.substring(from));
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  private static String slashes(Path path) {
    return path.toString().replace('\\', '/');
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> SOURCE.matcher(slashes(file)).matches())
          .filter(file -> !slashes(file).contains("/target/"))
          .sorted()
          .toList();
    }
  }
}
