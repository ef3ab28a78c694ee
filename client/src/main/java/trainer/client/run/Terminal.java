package trainer.client.run;

import java.io.Console;

/** Whether a person looks at stdout. */
final class Terminal {
  private Terminal() {}

  @SuppressWarnings("SystemConsoleNull") // Java 22 and newer are asked by isTerminal
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // an older Java: there is a console only on a terminal
    }
  }
}
