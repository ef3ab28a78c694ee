package trainer.core.job;

/** The names in the output of a scoring job. */
public final class ScoreOutput {
  /** The file by which a folder is known to be such an output. */
  public static final String MANIFEST = "_manifest.json";

  /** The empty file that Hadoop's programs look for. */
  public static final String SUCCESS = "_SUCCESS";

  private ScoreOutput() {}
}
