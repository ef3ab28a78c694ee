package trainer.core.config;

import java.io.IOException;
import java.net.BindException;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/** The ports that a firewall lets through; 0..0 leaves the choice to the system. */
public record PortRange(int first, int last) {
  private static final int LARGEST = 65535;

  public PortRange {
    if (first < 0 || last < first || last > LARGEST || (first == 0 && last > 0)) {
      throw new IllegalArgumentException("no range of ports");
    }
  }

  /** Parses {@code 0}, {@code 20000} and {@code 20000-20100}. */
  static PortRange parse(String text) {
    String[] ends = text.split("-", -1);
    if (ends.length > 2) {
      throw new IllegalArgumentException("no range of ports");
    }
    return new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  /** Opens a server. */
  public interface Opening<T> {
    /**
     * At one port.
     *
     * @throws IOException caused by a {@link BindException} when the port is taken
     */
    T open(int port) throws IOException;
  }

  /**
   * Opens a server at the first port that is free.
   *
   * @param key the key that set the range, for the message
   * @throws FailureException PORTS_TAKEN when all are taken
   */
  public <T> T open(Key<PortRange> key, Opening<T> opening) throws IOException {
    IOException taken = null;
    for (int port = first; port <= last; port++) {
      try {
        return opening.open(port);
      } catch (IOException e) {
        if (!isTaken(e)) {
          throw e;
        }
        taken = e;
      }
    }
    throw new FailureException(
        new Failure(
            FailureKind.PORTS_TAKEN,
            "every port of " + this + " is taken on this node",
            key.name(),
            "give a wider range: as many ports as may run on one node, and some more"),
        taken);
  }

  private static boolean isTaken(IOException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return first == last ? String.valueOf(first) : first + "-" + last;
  }
}
