package trainer.client.submit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** The machine that this process runs on. */
public final class Machine {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private Machine() {}

  /** Its name, as it calls itself; empty when it has none. */
  public static String name() {
    try {
      return Files.readString(KERNEL).strip();
    } catch (IOException notLinux) {
      return askTheNetwork();
    }
  }

  /** When a process of it started, epoch milliseconds; 0 if there is no such process. */
  public static long startOf(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(Instant::toEpochMilli)
        .orElse(0L);
  }

  private static String askTheNetwork() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }
}
