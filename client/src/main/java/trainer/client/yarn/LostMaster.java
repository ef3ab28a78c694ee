package trainer.client.yarn;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.text.OneLine;

/**
 * Why an application ended without a report of its master, read from YARN's diagnostics. Those hold
 * up to eight kilobytes of the container's output, the cause somewhere in it; a person gets the
 * cause, in one line.
 */
final class LostMaster {
  private static final int MOST_WORDS = 300;

  /** What shells and older Javas say when the java they were given is none for us. */
  private static final Pattern NO_JAVA =
      Pattern.compile(
          "[^\\s:]*/bin/java: (?:No such file or directory|Permission denied|Not a directory)"
              + "|[^\\s:]*/bin/java: cannot execute[^\\n]*"
              + "|[^\\n]*UnsupportedClassVersionError[^\\n]*"
              + "|Unrecognized (?:VM )?option[^\\n]*");

  private static final Pattern EXIT = Pattern.compile("exitCode: (-?[0-9]+)");

  /** Our own last word, else YARN's about memory. */
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

  /** One line of a few hundred characters. */
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

  /** Without the sentences around it that every application's diagnostics have. */
  private static String withoutFrame(String diagnostics) {
    String inner =
        diagnostics
            .replaceFirst("(?s)^Application .*?Diagnostics: (?:\\[[^]]*\\])?", "")
            .replaceFirst("(?s)For more detailed output, check .*$", "");
    return inner.isBlank() ? diagnostics : inner;
  }

  /** What stood last there, but for the frames of a stack trace. */
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
