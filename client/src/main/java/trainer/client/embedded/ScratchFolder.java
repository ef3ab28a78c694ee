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
 * The temporary folder of one embedded cluster, named after its process, so that the next one can
 * clear away what a killed process left.
 */
final class ScratchFolder implements AutoCloseable {
  private static final String PREFIX = "trainer-embedded-";

  /** After everybody who still wants to read or write in it. */
  private static final int PRIORITY = 1;

  /** What the clocks of processes and files may differ. */
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
    // Before anything is in it: a process that is told to end while the daemons start leaves none.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> delete(path), PRIORITY, 2 * TRIES * BETWEEN_MILLIS, TimeUnit.MILLISECONDS);
    return new ScratchFolder(path);
  }

  Path path() {
    return path;
  }

  /** Deletes what processes that are gone have left there. */
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

  /** The number of a process that was killed may be another one's by now. */
  private static boolean mayOwn(ProcessHandle process, Path folder) {
    try {
      Instant changed = Files.getLastModifiedTime(folder).toInstant().plus(CLOCKS);
      return process.info().startInstant().filter(changed::isBefore).isEmpty();
    } catch (IOException e) { // it is just being deleted
      return true;
    }
  }

  /** Daemons still write there, or delete themselves: what is left after all is the next one's. */
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
