package trainer.container.session;

import trainer.core.id.Term;

/**
 * The address of a master, as the master writes it to the application's folder.
 *
 * @param listens the address of its service
 * @param page the address of its page
 * @param term its term; of two masters that claim to lead, the one with the higher term does
 */
public record MasterAddress(HostPort listens, String page, Term term) {
  /** The address as lines of text. */
  String text() {
    return listens + "\n" + page + "\n" + term + "\n";
  }

  /**
   * Parses an address. A master of another version may write fewer lines.
   *
   * @throws IllegalArgumentException if the text is no address
   */
  static MasterAddress parse(String text) {
    String[] lines = text.split("\n", -1);
    return new MasterAddress(
        HostPort.parse(lines[0]),
        lines.length > 1 ? lines[1] : "",
        new Term(lines.length > 2 && !lines[2].isEmpty() ? Long.parseLong(lines[2]) : 0));
  }
}
