package trainer.container.session;

import java.util.Comparator;
import java.util.Map;

/** The threads of this process with their stacks, as text for people. */
public final class ThreadDump {
  /** Longer texts are cut; in characters. */
  private static final int LONGEST = 500_000;

  private ThreadDump() {}

  /** The present threads by name; at most 500,000 characters. */
  public static String text() {
    StringBuilder text = new StringBuilder();
    Thread.getAllStackTraces().entrySet().stream()
        .sorted(Comparator.comparing(one -> one.getKey().getName()))
        .forEach(one -> append(text, one));
    if (text.length() > LONGEST) {
      text.setLength(LONGEST);
      text.append("\n… cut here\n");
    }
    return text.toString();
  }

  private static void append(StringBuilder text, Map.Entry<Thread, StackTraceElement[]> one) {
    Thread thread = one.getKey();
    text.append('"').append(thread.getName()).append("\" ").append(thread.getState()).append('\n');
    for (StackTraceElement frame : one.getValue()) {
      text.append("    at ").append(frame).append('\n');
    }
    text.append('\n');
  }
}
