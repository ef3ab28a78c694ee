package trainer.master.job.ending;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.failure.Failure;

/**
 * A finished model that could not be put in its place, and is kept in the job's folder instead.
 *
 * @param place the folder it is kept in
 * @param output the folder it was asked for
 * @param replaces whether it was to replace an earlier model there
 * @param cause the failure that kept it from its place
 */
record KeptModel(String place, String output, boolean replaces, Failure cause) {
  /** {@code hdfs://namenode:8020} or {@code file://}: everything before the path. */
  private static final Pattern FILE_SYSTEM = Pattern.compile("^[a-zA-Z0-9+.-]+:(//[^/]*)?");

  /**
   * The failure that the job ends with: its cause, and the command that puts the model in place.
   */
  Failure failure() {
    return new Failure(
        cause.kind(),
        "the model is finished and cannot be put in its place: " + cause.what(),
        output,
        "it is kept; mend the cause, then: " + command());
  }

  /** The failure of a job whose model could not be kept either. */
  Failure lost(Failure second) {
    return new Failure(
        cause.kind(),
        "the model cannot be put in its place: "
            + cause.what()
            + "; nor can it be kept in the job's folder: "
            + second.what(),
        output,
        "mend both, then submit again; trainer checkpoint ls says which versions are kept");
  }

  /** Renames within a file system, and copies from one to another. */
  private String command() {
    Matcher from = FILE_SYSTEM.matcher(place);
    Matcher to = FILE_SYSTEM.matcher(output);
    boolean isFromKnown = from.find();
    boolean known = to.find() && isFromKnown;
    if (known && isLocal(from) && isLocal(to)) {
      // Without -T it would go inside a folder that exists.
      return moves("mv -T", "mv -T", place.substring(from.end()), output.substring(to.end()));
    }
    boolean same = known && from.group().equals(to.group());
    return moves("hadoop fs -mv", "hadoop fs " + (same ? "-mv" : "-cp -p"), place, output);
  }

  /** The earlier model goes out of the way first. */
  private String moves(String aside, String move, String from, String to) {
    String first = replaces ? moved(aside, to, to + ".old") + " && " : "";
    return first + moved(move, from, to);
  }

  private static String moved(String move, String from, String to) {
    return move + " " + quoted(from) + " " + quoted(to);
  }

  private static boolean isLocal(Matcher fileSystem) {
    return fileSystem.group().startsWith("file:");
  }

  /** The path, quoted for a shell. */
  private static String quoted(String path) {
    return "'" + path.replace("'", "'\\''") + "'";
  }
}
