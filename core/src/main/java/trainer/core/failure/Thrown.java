package trainer.core.failure;

/**
 * Describes an exception of user code in one line: the exception, its root cause, and its origin.
 */
public final class Thrown {
  private static final int FRAMES = 4;
  private static final int DEEPEST_CAUSE = 16;
  private static final int LONGEST_TEXT = 1000;

  private Thrown() {}

  /**
   * The exception, its root cause, and its origin in the user's code: the first frames down to the
   * caller of that code, without Java's own at the top.
   */
  public static String inWords(Throwable thrown) {
    Throwable root = thrown;
    for (int depth = 0; depth < DEEPEST_CAUSE && causeOf(root) != null; depth++) {
      root = causeOf(root);
    }
    StringBuilder words = new StringBuilder(text(thrown));
    if (root != thrown) {
      words.append(", caused by ").append(text(root));
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

  /** Exceptions are users' code, too: their text may be endless, and making it may throw. */
  private static String text(Throwable thrown) {
    String text;
    try {
      text = String.valueOf(thrown);
    } catch (RuntimeException e) {
      text = thrown.getClass().getName();
    }
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  private static Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause() == thrown ? null : thrown.getCause();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static boolean isJavas(String name) {
    return name.startsWith("java.") || name.startsWith("jdk.");
  }

  /** Rethrows failures of the machine, not of the code, such as a lack of memory. */
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
