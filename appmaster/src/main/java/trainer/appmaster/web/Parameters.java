package trainer.appmaster.web;

import javax.servlet.http.HttpServletRequest;

/** Reads the parameters of a request. */
final class Parameters {
  private Parameters() {}

  /** A text; the usual one if the parameter is missing or empty. */
  static String text(HttpServletRequest request, String name, String usual) {
    String value = request.getParameter(name);
    return value == null || value.isEmpty() ? usual : value;
  }

  /**
   * A number from 0 on.
   *
   * @throws IllegalArgumentException if it is none, or larger than {@code most}
   */
  static int number(HttpServletRequest request, String name, int usual, int most) {
    String text = text(request, name, "" + usual);
    int value = text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(name + " is a number from 0 to " + most);
    }
    return value;
  }
}
