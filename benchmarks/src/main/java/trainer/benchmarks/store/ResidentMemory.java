package trainer.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The resident memory of this process, as Linux counts it. */
final class ResidentMemory {
  private ResidentMemory() {}

  /** Bytes of resident memory now. */
  static long now() throws IOException {
    return kilobytes("VmRSS:") << 10;
  }

  /** The greatest number of bytes so far. */
  static long peak() throws IOException {
    return kilobytes("VmHWM:") << 10;
  }

  private static long kilobytes(String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("/proc/self/status has no " + field);
  }
}
