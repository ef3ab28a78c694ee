package trainer.client.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The terminal of stdout, if there is one: whether a line can be overwritten, and its width. Used
 * by one thread.
 */
public final class Terminal {
  private static final int USUAL_COLUMNS = 80;
  private static final long PERIOD_NANOS = 5_000_000_000L;
  private static final long PATIENCE_SECONDS = 1;

  private final boolean drawable;
  private final int fixed;
  private int columns = USUAL_COLUMNS;
  private long askedAt;
  private boolean asked;

  private Terminal(boolean drawable, int fixed) {
    this.drawable = drawable;
    this.fixed = fixed;
  }

  /** The terminal of this process. */
  public static Terminal here() {
    return of(System.getenv(), hasTerminal());
  }

  /** No terminal: the text is read later, or by a program. */
  public static Terminal none() {
    return new Terminal(false, USUAL_COLUMNS);
  }

  /** A terminal of that width. */
  public static Terminal ofColumns(int columns) {
    return new Terminal(true, columns);
  }

  /**
   * A terminal by {@code TERM}, which is {@code dumb} if lines cannot be overwritten, and {@code
   * COLUMNS}.
   */
  static Terminal of(Map<String, String> environment, boolean there) {
    String kind = environment.getOrDefault("TERM", "");
    String columns = environment.getOrDefault("COLUMNS", "");
    return new Terminal(
        there && !kind.isEmpty() && !kind.equals("dumb"),
        columns.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(columns) : 0);
  }

  /** Whether a line can be overwritten. */
  public boolean isDrawable() {
    return drawable;
  }

  /**
   * The width of a line in characters. It is queried again every five seconds, since windows are
   * resized.
   */
  public int columns(long nowNanos) {
    if (fixed > 0) {
      return fixed;
    }
    if (!asked || nowNanos - askedAt >= PERIOD_NANOS) {
      columns = measureColumns();
      asked = true;
      askedAt = nowNanos;
    }
    return columns;
  }

  private static int measureColumns() {
    try {
      Process stty =
          new ProcessBuilder("/bin/sh", "-c", "stty size </dev/tty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        stty.destroyForcibly();
        return USUAL_COLUMNS;
      }
      return columnsIn(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      return USUAL_COLUMNS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return USUAL_COLUMNS;
    }
  }

  /** The columns in a text of {@code rows columns}; some terminals report 0. */
  static int columnsIn(String size) {
    String[] numbers = size.strip().split(" ", -1);
    boolean known = numbers.length == 2 && numbers[1].matches("[1-9][0-9]{0,4}");
    return known ? Integer.parseInt(numbers[1]) : USUAL_COLUMNS;
  }

  /** Whether a user can be asked: input and output are a terminal. */
  public static boolean isInteractive() {
    return hasTerminal();
  }

  @SuppressWarnings("SystemConsoleNull") // Java 22 and newer are covered by isTerminal
  private static boolean hasTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // an older Java has a console only on a terminal
    }
  }
}
