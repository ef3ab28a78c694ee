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
    if (path.matches(".*\\.(gz|bz2|zst)")) {
      // hdfs dfs -text decompresses; of local files the tool depends on the ending
      String tool = path.endsWith(".gz") ? "gzip" : path.endsWith(".bz2") ? "bzip2" : "zstd";
      String text =
          path.startsWith("file:")
              ? tool + " -dc " + quoted(localPath(path))
              : "hdfs dfs -text " + quoted(path);
      return text + " | " + tail + " | head -n 1";
    }
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
