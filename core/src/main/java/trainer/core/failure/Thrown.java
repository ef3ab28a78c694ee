package trainer.core.failure;

/** What code of users threw, in one line: the exception, its root cause, and where it came from. */
public final class Thrown {
  private static final int FRAMES = 6;
  private static final String OURS = "trainer.";

  private Thrown() {}

  /** The exception and the first frames of its stack, up to the first of ours. */
  public static String inWords(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    StringBuilder words = new StringBuilder(thrown.toString());
    if (root != thrown) {
      words.append(", caused by ").append(root);
    }
    StackTraceElement[] stack = root.getStackTrace();
    for (int i = 0; i < stack.length && i < FRAMES; i++) {
      if (i > 0 && stack[i].getClassName().startsWith(OURS)) {
        break;
      }
      words.append(i == 0 ? " at " : ", ").append(stack[i]);
    }
    return words.toString();
  }
}
