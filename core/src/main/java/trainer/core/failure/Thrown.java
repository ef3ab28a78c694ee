package trainer.core.failure;

/** What code of users threw, in one line: the exception, its root cause, and where it came from. */
public final class Thrown {
  private static final int FRAMES = 4;

  private Thrown() {}

  /**
   * The exception, its root cause, and where in the user's code it came from: the first frames up
   * to who called that code, those of Java's own at the top left out.
   */
  public static String inWords(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    StringBuilder words = new StringBuilder(thrown.toString());
    if (root != thrown) {
      words.append(", caused by ").append(root);
    }
    StackTraceElement[] stack = thrown.getStackTrace();
    int from = 0;
    while (from < stack.length && isJavas(stack[from].getClassName())) {
      from++;
    }
    for (int i = from; i < stack.length && i < from + FRAMES; i++) {
      String name = stack[i].getClassName();
      if (i > from && (name.startsWith("trainer.") || isJavas(name))) {
        break;
      }
      words.append(i == from ? " at " : ", ").append(inWords(stack[i]));
    }
    return words.toString();
  }

  private static boolean isJavas(String name) {
    return name.startsWith("java.") || name.startsWith("jdk.");
  }

  /** Throws on what is the machine's failure and not the code's, such as a lack of memory. */
  public static void requireOfCode(Throwable thrown) {
    if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
      throw error;
    }
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
