package trainer.client.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The temporary folder of one embedded cluster. It is named after its process, so that the next
 * cluster can delete the folder of a killed process.
 */
final class ScratchFolder implements AutoCloseable {
  private static final String PREFIX = "trainer-embedded-";

  /** The shutdown hook runs after all that still read or write in the folder. */
  private static final int PRIORITY = 1;

  /** The allowed difference between the clocks of processes and files. */
  private static final Duration CLOCKS = Duration.ofSeconds(2);

  private static final int TRIES = 20;
  private static final long BETWEEN_MILLIS = 50;

  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  static ScratchFolder create() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    clearLeftovers(temporary);
    String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    Path path = Files.createTempDirectory(temporary, prefix);
    // Before the folder has content, so that a process terminated while the daemons start leaves
    // none.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> delete(path), PRIORITY, 2 * TRIES * BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
    return new ScratchFolder(path);
  }

  Path path() {
    return path;
  }

  /** Deletes the folders of processes that have ended. */
  static void clearLeftovers(Path temporary) throws IOException {
    List<Path> found;
    try (Stream<Path> entries = Files.list(temporary)) {
      found = entries.filter(ScratchFolder::isLeftover).toList();
    }
    for (Path leftover : found) {
      delete(leftover);
    }
  }

  private static boolean isLeftover(Path entry) {
    String name = entry.getFileName().toString();
    if (!name.matches(PREFIX + "[0-9]{1,18}-[0-9]+") || !Files.isWritable(entry)) {
      return false;
    }
    String pid = name.substring(PREFIX.length(), name.indexOf('-', PREFIX.length()));
    return ProcessHandle.of(Long.parseLong(pid)).filter(owner -> mayOwn(owner, entry)).isEmpty();
  }

  /** Whether a process may own a folder. The id of a killed process may be in use again by now. */
  private static boolean mayOwn(ProcessHandle process, Path folder) {
    try {
      Instant changed = Files.getLastModifiedTime(folder).toInstant().plus(CLOCKS);
      return process.info().startInstant().filter(changed::isBefore).isEmpty();
    } catch (IOException e) { // the folder is just being deleted
      return true;
    }
  }

  /**
   * Deletes a folder, with retries, since daemons still write there or delete their own files.
   * Remaining files are left to the next cluster.
   */
  private static void delete(Path folder) {
    for (int i = 0; i < TRIES && Files.exists(folder); i++) {
      try (Stream<Path> entries = Files.walk(folder)) {
        for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(entry);
        }
      } catch (IOException | UncheckedIOException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    delete(path);
  }
}
