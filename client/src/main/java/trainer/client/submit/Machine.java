package trainer.client.submit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that this process runs on. */
public final class Machine {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private Machine() {}

  /** The machine's own host name; empty if it has none. */
  public static String name() {
    try {
      return Files.readString(KERNEL).strip();
    } catch (IOException notLinux) {
      return networkName();
    }
  }

  private static String networkName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
