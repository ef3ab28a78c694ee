package trainer.core.failure;

/** What code of users threw, in one line: the exception, its root cause, and where it came from. */
public final class Thrown {
  private static final int FRAMES = 6;

  private Thrown() {}

  /** The exception and the first frames of its stack, up to who called the user's code. */
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
      if (i > 0 && isCaller(stack[i].getClassName())) {
        break;
      }
      words.append(i == 0 ? " at " : ", ").append(inWords(stack[i]));
    }
    return words.toString();
  }

  /** Throws on what is the machine's failure and not the code's, such as a lack of memory. */
  public static void requireOfCode(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
      throw error;
    }
  }

  private static boolean isCaller(String name) {
    return name.startsWith("trainer.") || name.startsWith("jdk.internal.reflect.");
  }

  /** Without the names of class loader and module. */
  private static String inWords(StackTraceElement frame) {
    return frame.getClassName()
        + '.'
        + frame.getMethodName()
        + '('
        + frame.getFileName()
        + (frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "")
        + ')';
  }
}
