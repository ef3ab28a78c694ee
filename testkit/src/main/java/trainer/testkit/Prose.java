package trainer.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Figures of the prose in Javadoc or Markdown: rates of the words behind which a sentence loses its
 * subject, and the length of its sentences. Code, tables and tags do not count.
 *
 * @param words words in all
 * @param nominal "what" and "whatever", which stand for a noun that has a name
 * @param persons pronouns for persons, where the subject is a component
 * @param speech verbs of speech, where a process sends, receives or reports
 * @param longSentence the 90th percentile of words a sentence
 */
public record Prose(int words, int nominal, int persons, int speech, int longSentence) {
  private static final Set<String> NOMINAL = Set.of("what", "whatever");
  private static final Set<String> PERSONS =
      Set.of("who", "whom", "whoever", "nobody", "somebody", "anybody");
  private static final Set<String> SPEECH =
      Set.of("said", "told", "heard", "hears", "tells", "says");
  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z'-]*");
  private static final Pattern SENTENCE_END =
      Pattern.compile("(?<=[.!?:])\\s+|\\n\\s*\\n|\\n\\s*[-*] ");
  private static final int SHORTEST_SENTENCE = 3;

  /** The figures of the Javadoc in Java sources. */
  public static Prose ofJava(List<String> sources) {
    StringBuilder text = new StringBuilder();
    for (String source : sources) {
      Matcher comment = JAVADOC.matcher(source);
      while (comment.find()) {
        text.append(plainJavadoc(comment.group(1))).append("\n\n");
      }
    }
    return of(text.toString());
  }

  /** The figures of Markdown pages. */
  public static Prose ofMarkdown(List<String> pages) {
    StringBuilder text = new StringBuilder();
    for (String page : pages) {
      text.append(
              page.replaceAll("(?s)```.*?```", "")
                  .replaceAll("(?m)^\\|.*$", "")
                  .replaceAll("`[^`]*`", "x"))
          .append("\n\n");
    }
    return of(text.toString());
  }

  private static String plainJavadoc(String comment) {
    return comment
        .replaceAll("\\n\\s*\\*", "\n")
        .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
        .replaceAll("@(param|return|throws)\\s+\\S+", "")
        .replaceAll("<[^>]+>", " ");
  }

  private static Prose of(String text) {
    List<String> words = words(text);
    int[] lengths =
        Arrays.stream(SENTENCE_END.split(text))
            .mapToInt(sentence -> words(sentence).size())
            .filter(length -> length >= SHORTEST_SENTENCE)
            .sorted()
            .toArray();
    return new Prose(
        words.size(),
        count(words, NOMINAL),
        count(words, PERSONS),
        count(words, SPEECH),
        lengths.length == 0 ? 0 : lengths[(int) (lengths.length * 0.9)]);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      words.add(word.group().toLowerCase(Locale.ROOT));
    }
    return words;
  }

  private static int count(List<String> words, Set<String> of) {
    return (int) words.stream().filter(of::contains).count();
  }

  /** Words of all three kinds. */
  public int lost() {
    return nominal + persons + speech;
  }

  /** How often a count occurs in 1,000 words. */
  public double perThousand(int count) {
    return 1000.0 * count / Math.max(1, words);
  }
}
