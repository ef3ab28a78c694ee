package trainer.data.format;

/** The shell command that prints the line of a file that begins at a byte. */
public final class LineCommand {
  private LineCommand() {}

  /**
   * The command.
   *
   * @param path as an input's, with its scheme
   * @param from the byte that the line begins at, from 0
   */
  public static String of(String path, long from) {
    String tail = "tail -c +" + (from + 1);
    return path.startsWith("file:")
        ? tail + " " + quoted(localPath(path)) + " | head -n 1"
        : "hdfs dfs -cat " + quoted(path) + " | " + tail + " | head -n 1";
  }

  private static String localPath(String path) {
    // Hadoop's paths escape nothing.
    return path.replaceFirst("^file:(//)?", "");
  }

  /** Quotes a path that has characters special to the shell. */
  private static String quoted(String path) {
    return path.matches("[-A-Za-z0-9_./:=+@%,]*") ? path : "'" + path.replace("'", "'\\''") + "'";
  }
}
