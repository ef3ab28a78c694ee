package trainer.container.session;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/**
 * A check whether a process listens at an address. The kernel answers it, however busy the process
 * is.
 */
public final class Listening {
  private Listening() {}

  /** Whether the host answers and no process listens there. */
  public static boolean isRefused(HostPort address, Duration patience) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.host(), address.port()), (int) patience.toMillis());
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Opens a plain TCP connection and closes it. */
  static boolean at(HostPort address, Duration patience) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.host(), address.port()), (int) patience.toMillis());
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
