package trainer.client.yarn;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.text.OneLine;

/**
 * The reason why an application ended without a report of its master, taken from YARN's
 * diagnostics. The diagnostics hold up to eight kilobytes of the container's output, with the cause
 * somewhere in it. The user gets the cause in one line.
 */
final class LostMaster {
  private static final int MOST_WORDS = 300;

  /** The messages of shells and older Javas when the configured java is missing or too old. */
  private static final Pattern NO_JAVA =
      Pattern.compile(
          "[^\\s:]*/bin/java: (?:No such file or directory|Permission denied|Not a directory)"
              + "|[^\\s:]*/bin/java: cannot execute[^\\n]*"
              + "|[^\\n]*UnsupportedClassVersionError[^\\n]*"
              + "|Unrecognized (?:VM )?option[^\\n]*");

  private static final Pattern EXIT = Pattern.compile("exitCode: (-?[0-9]+)");

  /** Our own last error, else YARN's message about memory. */
  private static final List<Pattern> CAUSES =
      List.of(
          Pattern.compile("(?m)^ERROR (.+)$"),
          Pattern.compile("(?m)([^.\\n]*\\bbeyond the '?[A-Za-z]+'? memory limit[^.\\n]*)"));

  private static final String STDERR = "bytes of stderr :";

  private LostMaster() {}

  static Failure failure(String application, String diagnostics) {
    Matcher noJava = NO_JAVA.matcher(diagnostics);
    if (noJava.find()) {
      return new Failure(
          FailureKind.JAVA_NOT_FOUND,
          "the node has no Java 17 or newer there: " + noJava.group().strip(),
          application,
          "set trainer.java.home to one that every node has, or trainer.java.archive");
    }
    Matcher exit = EXIT.matcher(diagnostics);
    return new Failure(
        FailureKind.MASTER_LOST,
        "the master ended without a report"
            + (exit.find() ? ", exit status " + exit.group(1) : "")
            + ": "
            + cause(diagnostics),
        application,
        "see yarn logs -applicationId " + application);
  }

  /** The cause, in one line of a few hundred characters. */
  static String cause(String diagnostics) {
    for (Pattern pattern : CAUSES) {
      Matcher found = pattern.matcher(diagnostics);
      if (found.find()) {
        return line(found.group(1));
      }
    }
    String last = lastOfStderr(diagnostics);
    return line(last.isEmpty() ? withoutFrame(diagnostics) : last);
  }

  /** The diagnostics without the sentences that surround them in every application. */
  private static String withoutFrame(String diagnostics) {
    String inner =
        diagnostics
            .replaceFirst("(?s)^Application .*?Diagnostics: (?:\\[[^]]*\\])?", "")
            .replaceFirst("(?s)For more detailed output, check .*$", "");
    return inner.isBlank() ? diagnostics : inner;
  }

  /** The last line of stderr, apart from stack frames. */
  private static String lastOfStderr(String diagnostics) {
    int at = diagnostics.indexOf(STDERR);
    String last = "";
    for (String line : at < 0 ? new String[0] : diagnostics.substring(at).split("\n", -1)) {
      if (line.startsWith("[") || line.startsWith("For more")) {
        return last;
      }
      boolean frame = !line.isEmpty() && Character.isWhitespace(line.charAt(0));
      if (!line.isBlank() && !frame && !line.startsWith(STDERR)) {
        last = line;
      }
    }
    return last;
  }

  private static String line(String text) {
    String line = OneLine.of(text);
    return line.length() <= MOST_WORDS ? line : line.substring(0, MOST_WORDS) + " …";
  }
}
