package trainer.client.yarn;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;

/** Why an application ended without a report of its master, read from YARN's diagnostics. */
final class LostMaster {
  /** What shells and older Javas say when the java they were given is none for us. */
  private static final Pattern NO_JAVA =
      Pattern.compile(
          "[^\\s:]*/bin/java: (?:No such file or directory|Permission denied|Not a directory)"
              + "|[^\\s:]*/bin/java: cannot execute[^\\n]*"
              + "|[^\\n]*UnsupportedClassVersionError[^\\n]*"
              + "|Unrecognized (?:VM )?option[^\\n]*");

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
    return new Failure(
        FailureKind.MASTER_LOST,
        "the master ended without a report: " + diagnostics,
        application,
        "see yarn logs -applicationId " + application);
  }
}
