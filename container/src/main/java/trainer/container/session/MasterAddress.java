package trainer.container.session;

/**
 * Where a master is reached, as it says in the application's folder.
 *
 * @param page the address of its page
 * @param term its term; of two that say they lead, the higher one does
 */
public record MasterAddress(HostPort listens, String page, long term) {
  /** As lines of text. */
  String text() {
    return listens + "\n" + page + "\n" + term + "\n";
  }

  /**
   * Reads it back. A master of another version may say less.
   *
   * @throws IllegalArgumentException when it is none
   */
  static MasterAddress parse(String text) {
    String[] lines = text.split("\n", -1);
    return new MasterAddress(
        HostPort.parse(lines[0]),
        lines.length > 1 ? lines[1] : "",
        lines.length > 2 && !lines[2].isEmpty() ? Long.parseLong(lines[2]) : 0);
  }
}
