package trainer.core.config;

import java.util.regex.Pattern;

/** The keys that decide on the model that a job trains. */
public final class ModelKeys {
  private static final Pattern OF_THE_MODEL =
      Pattern.compile(
          "trainer\\.(input|text|label|weight|features|validation|model|optimizer|minibatch|block"
              + "|seed|sync|ssp|versioned|task|tasks|table|csv|recordio|epochs)(\\..*)?");

  /** Keys of these names that decide on failures alone. */
  private static final Pattern OF_FAILURES =
      Pattern.compile("trainer\\.(input\\.max-bad-records|task\\.(max|timeout)-.*)");

  private ModelKeys() {}

  /** Whether the key is one of them. */
  public static boolean contains(String key) {
    return OF_THE_MODEL.matcher(key).matches() && !OF_FAILURES.matcher(key).matches();
  }
}
