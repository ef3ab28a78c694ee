package trainer.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command of {@code trainer} in the docs.
 *
 * @param page the file, relative to the top folder of the project
 * @param words without that of the program
 */
public record DocumentedCommand(Path page, List<String> words, Form form) {
  /** How the page writes it. */
  public enum Form {
    /** A line of code, to be typed as it is. */
    LINE,
    /** A line of code that leaves something out. */
    FRAGMENT,
    /** Within a sentence, where it may lack what it needs. */
    SPAN
  }

  /** A call of the client: a line of code, a code span, or a later command of a line. */
  private static final Pattern START =
      Pattern.compile(
          "(^(?: {4,}| *\\$ )|`|&& )(?:\\$TRAINER/)?"
              + "(?:bin/trainer|trainer|yarn jar \\S*trainer-client\\.jar) +([a-z][^`]*)");

  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");

  /** A comment, a redirection or another command behind a command. */
  private static final Pattern REST = Pattern.compile(" +(?:#|&&|>|\\||…).*|…$");

  /** The commands of the README and of all pages of the docs, page by page. */
  public static List<DocumentedCommand> all(Path root) throws IOException {
    List<DocumentedCommand> commands = new ArrayList<>();
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      List<Path> pages =
          Stream.concat(Stream.of(root.resolve("README.md")), docs)
              .filter(page -> page.toString().endsWith(".md"))
              .sorted()
              .toList();
      for (Path page : pages) {
        String text = Files.readString(page).replaceAll("\\\\\\n *", "");
        text.lines().forEach(line -> add(root.relativize(page), line, commands));
      }
    }
    return commands;
  }

  private static void add(Path page, String line, List<DocumentedCommand> commands) {
    for (Matcher start = START.matcher(line); start.find(); ) {
      String text = start.group(2);
      Form form = text.contains("…") ? Form.FRAGMENT : Form.LINE;
      List<String> words =
          WORD.matcher(REST.matcher(text).replaceAll(""))
              .results()
              .map(word -> word.group().replaceAll("['\"]", ""))
              .toList();
      commands.add(
          new DocumentedCommand(page, words, start.group(1).equals("`") ? Form.SPAN : form));
    }
  }

  /** The value of an option; empty if it is not there. */
  public String option(String name) {
    int at = words.indexOf(name);
    return at < 0 || at == words.size() - 1 ? "" : words.get(at + 1);
  }

  @Override
  public String toString() {
    return page + ": " + String.join(" ", words);
  }
}
