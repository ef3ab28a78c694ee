package trainer.container.session;

/** The address of a listening process. */
public record HostPort(String host, int port) {
  /**
   * Parses {@code host:port}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("not host:port: '" + text + "'");
    }
    return new HostPort(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
